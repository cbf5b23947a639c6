// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/candidate_bins.h"

#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/atomic.h"

namespace ocean {
namespace {

struct CountInBin {
  int32_t* counts;
  OCEAN_HD void operator()(int64_t bin) { atomic_add(counts + bin, 1); }
};
struct PutInBin {
  int64_t* cursor;
  int32_t* items;
  int32_t candidate;
  OCEAN_HD void operator()(int64_t bin) { items[atomic_add(cursor + bin, int64_t{1})] = candidate; }
};

struct CountCandidates {
  BinGrid grid;
  View<const CoastCandidate> candidates;
  View<int32_t> counts;
  OCEAN_HD void operator()(int64_t i) const {
    const CoastCandidate& c = candidates[i];
    const Vec2d ends[2] = {c.open_a(), c.open_b()};
    CountInBin visit{counts.data};
    visit_bins(grid, ends, 2, visit);
  }
};
struct FileCandidates {
  BinGrid grid;
  View<const CoastCandidate> candidates;
  View<int64_t> cursor;
  View<int32_t> items;
  OCEAN_HD void operator()(int64_t i) const {
    const CoastCandidate& c = candidates[i];
    const Vec2d ends[2] = {c.open_a(), c.open_b()};
    PutInBin visit{cursor.data, items.data, static_cast<int32_t>(i)};
    visit_bins(grid, ends, 2, visit);
  }
};

// How many entries are in the bins of every `stride`-th triangle or candidate.
struct CountEntries {
  const Bins& bins;
  int64_t count = 0;
  OCEAN_HD void operator()(int64_t bin) { count += bins.offsets[bin + 1] - bins.offsets[bin]; }
};
struct SampleMeetings {
  Bins bins;
  MeshView m;
  View<const int8_t> side;
  int64_t stride;
  View<int64_t> meetings;
  OCEAN_HD void operator()(int64_t sample) const {
    const int64_t item = sample * stride;
    CountEntries visit{bins};
    if (item >= side.size) {
      const CoastCandidate& c = bins.candidates[item - side.size];
      const Vec2d ends[2] = {c.open_a(), c.open_b()};
      visit_bins(bins.grid, ends, 2, visit);
    } else if (side[item] != 0) {
      const Triangle t = m.triangle(item);
      const Vec2d plan[3] = {m.plan(t.a), m.plan(t.b), m.plan(t.c)};
      visit_bins(bins.grid, plan, 3, visit);
    }
    meetings[sample] = visit.count;
  }
};

BinGrid bin_grid(const std::vector<CoastCandidate>& candidates) {
  BinGrid g;
  const Vec2d start = candidates[0].open_a();
  g.box = {start.x, start.y, start.x, start.y};
  double lengths = 0;
  for (const CoastCandidate& c : candidates) {
    grow_box(g.box, c.open_a());
    grow_box(g.box, c.open_b());
    lengths += length(c.open_b() - c.open_a());
  }
  const auto n = static_cast<double>(candidates.size());
  const double width = g.box.u1 - g.box.u0, height = g.box.v1 - g.box.v0;
  // Twice a mean candidate, but at most about 4 n + 64 bins.
  const double most = 4 * n + 64;
  g.size = 2 * lengths / n;
  const double least = sqrt(width * height / most), flat = (width > height ? width : height) / most;
  if (!(g.size > least)) g.size = least;
  if (!(g.size > flat)) g.size = flat;
  if (!(g.size > 0)) g.size = 1;
  g.columns = static_cast<int32_t>(width / g.size) + 1;
  g.rows = static_cast<int32_t>(height / g.size) + 1;
  return g;
}

}  // namespace

FiledCandidates file_candidates(const Exec& exec, const MeshCandidates& found,
                                const std::vector<CoastCandidate>& host) {
  const BinGrid grid = bin_grid(host);
  const View<const CoastCandidate> candidates = found.candidates.view();
  const int64_t bins = int64_t{grid.columns} * grid.rows, n = candidates.size;
  Buffer<int32_t> counts(exec, bins);
  counts.fill_zero();
  parallel_for(exec, "coast bins, count", n, CountCandidates{grid, candidates, counts.view()}, 1024);
  Buffer<int64_t> offsets(exec, bins + 1), cursor(exec, bins + 1);
  exclusive_scan(exec, std::as_const(counts).view(), offsets.view());
  copy_within(exec, "coast bins, copy", cursor.data(), offsets.data(), offsets.bytes());
  Buffer<int32_t> items(exec, scan_total(exec, "coast bins, number to host", offsets));
  parallel_for(exec, "coast bins, file", n, FileCandidates{grid, candidates, cursor.view(), items.view()},
               1024);
  return {grid, std::move(offsets), std::move(items)};
}

double mean_meetings(const Exec& exec, const MeshView& mesh, const MeshCandidates& found,
                     const FiledCandidates& filed) {
  const int64_t work = mesh.triangles.size + found.candidates.size(), stride = (work >> 14) | 1,
                samples = (work - 1) / stride + 1;
  Buffer<int64_t> meetings(exec, samples);
  parallel_for(exec, "coast bins, meetings", samples,
               SampleMeetings{filed.view(found), mesh, found.side.view(), stride, meetings.view()}, 1024);
  return static_cast<double>(reduce_sum(exec, std::as_const(meetings).view())) / static_cast<double>(samples);
}

}  // namespace ocean
