// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rock_promises.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/manifest_facts.h"
#include "libbake/io/vdb.h"

namespace ocean {
namespace {

constexpr double kHalfStep = 1.0 / 1024;  // relative, of half floats

VdbGridPtr named(const std::vector<VdbGridPtr>& grids, const std::string& name) {
  for (const VdbGridPtr& grid : grids)
    if (summary_of(grid).name == name) return grid;
  throw Error(ErrorKind::input, name, "is not in the file");
}

void check_file(const Manifest& manifest, const OutputRecord& record, const std::string& folder,
                std::vector<Check>& checks) {
  const std::vector<VdbGridPtr> grids = read_vdb(folder + "/" + record.file);
  const VdbGridPtr surface = named(grids, "surface"), ids = named(grids, "rock_id");
  const VdbSummary summary = summary_of(surface);
  checks.push_back({record.file, "class of surface", summary.kind == VdbClass::level_set, "level set",
                    vdb_class_name(summary.kind)});
  const VdbBlocks<float> distances = blocks_of<float>(surface);
  const VdbBlocks<int32_t> owners = blocks_of<int32_t>(ids);
  const double voxel_m = json_number(fact_text(manifest.facts, "voxel_m", "the manifest"), {}, "voxel_m"),
               width_m =
                   json_number(fact_text(manifest.facts, "half_width_m", "the manifest"), {}, "half_width_m"),
               width = width_m / voxel_m * summary.place.voxel_m,
               background = static_cast<double>(distances.background);
  checks.push_back({record.file, "half width", std::abs(background - width) <= kHalfStep * width,
                    shortest(width), shortest(background)});
  std::set<int32_t> found;
  double largest = 0;
  bool same = distances.blocks.size() == owners.blocks.size();
  for (size_t b = 0; same && b < distances.blocks.size(); ++b) {
    same = distances.blocks[b].active == owners.blocks[b].active;
    for (int32_t n = 0; n < kVdbBlockVoxels; ++n) {
      if (!distances.blocks[b].is_active(n)) continue;
      const size_t v = b * kVdbBlockVoxels + static_cast<size_t>(n);
      largest = std::max(largest, std::abs(static_cast<double>(distances.values[v])));
      found.insert(owners.values[v]);
    }
  }
  checks.push_back(
      {record.file, "active voxels of rock_id", same, "those of surface", same ? "the same" : "others"});
  checks.push_back({record.file, "largest distance", largest <= background,
                    "not above " + shortest(background), shortest(largest)});
  std::set<int32_t> stated;
  for (const double id : json_numbers(fact_text(manifest.facts, "rock_ids", "the manifest"), {}, "rock_ids"))
    stated.insert(static_cast<int32_t>(id));
  const bool known = std::includes(stated.begin(), stated.end(), found.begin(), found.end());
  checks.push_back(
      {record.file, "ids of rock_id", known, "those of the manifest", known ? "the same" : "others too"});
}

}  // namespace

void check_rock_promises(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks) {
  for (const OutputRecord& record : manifest.outputs) {
    if (record.role != "rocks") continue;
    try {
      check_file(manifest, record, folder, checks);
    } catch (const Error& error) {
      checks.push_back({record.file, "rocks", false, "readable", error.what()});
    }
  }
}

}  // namespace ocean
