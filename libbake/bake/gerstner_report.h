// SPDX-License-Identifier: Apache-2.0
//
// What `oceanbake gerstner` says about a loop: what snapping cost, how far the surface moves, how steep it
// is, and that it closes.
#pragma once

#include <string>
#include <vector>

#include "libbake/bake/flipbook_preview.h"
#include "libbake/bake/flipbook_sea.h"
#include "libbake/bake/wave_snap.h"
#include "libbake/core/run_report.h"
#include "libbake/io/draw.h"
#include "libbake/io/outputs.h"

namespace ocean {

WaveBounds wave_bounds(const WaveSet& set, const FlipbookGrid& grid);

// Throws Error{usage} for a set that can fold over itself unless allowed; states sum and limit.
void check_folds(const WaveSet& set, bool allow_loops, RunReport& report);

// A line a wave for small sets, the worst ones for large sets; all into the report. Warns of waves that are
// changed by more than a tenth.
void report_costs(const WaveSet& wish, const SnappedSet& snapped, RunReport& report);

void record_proof(const FlipbookSea& sea, const LoopProof& proof, OutputSet& outputs);
// Loop, tile, bounds (metres and target units) and the costs of snapping, as facts of the manifest.
void record_loop(const FlipbookSea& sea, const SnappedSet& snapped, const WaveBounds& bounds,
                 const TargetTraits& target, OutputSet& outputs);

// NAME.waves.json.
void write_baked_set(const WaveSet& set, OutputSet& outputs);
// NAME_preview.png and NAME_preview.gif.
void write_pictures(const FlipbookPictures& pictures, OutputSet& outputs);

std::vector<std::string> preview_lines(const FlipbookSea& sea, const SnappedSet& snapped,
                                       const WaveBounds& bounds);

}  // namespace ocean
