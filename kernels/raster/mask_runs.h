// SPDX-License-Identifier: Apache-2.0
//
// A mask as the runs of its rows: what connected components of maps larger than any memory are made of (He,
// Chao & Suzuki 2008, "A Run-Based Two-Scan Labeling Algorithm"). Runs live on the host, 20 bytes each with
// their component, whatever the map's size; a device holds a copy where kernels look texels up.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

// Run k covers the texels [begin[k], end[k]) of a map, linear indices (j*width + i) in one row. Ascending,
// and two runs of a row never touch.
struct MaskRuns {
  int32_t width = 0, height = 0;  // of the map, or of the rows so far
  std::vector<int64_t> begin, end;
  std::vector<int64_t> first_in_row{0};  // height + 1 entries
  int64_t size() const { return static_cast<int64_t>(begin.size()); }
};

// Appends the rows of `mask` (1 = yes, 0 = no; whole rows of `runs.width` texels, south first, on the Exec's
// back end) above those that are there. Equal runs for any cut into bands. std::invalid_argument: not whole
// rows, more than 2^31 - 1 texels in the band or runs in all. Waits for the result.
void append_runs(const Exec& exec, View<const uint8_t> mask, MaskRuns& runs);

struct RunComponent {
  int64_t label = 0;   // the smallest texel index in it
  int64_t texels = 0;  // how many
  bool touches_border = false;
};

struct RunComponents {
  std::vector<int32_t> of_run;      // the component of each run
  std::vector<RunComponent> table;  // ascending by label
};

// Joins runs of neighbouring rows across texels' sides. In parallel, one result.
RunComponents connect_runs(const Exec& exec, const MaskRuns& runs);

// The index of the run that holds a texel, -1 if none does.
struct RunView {
  View<const int64_t> begin, end, first_in_row;
  View<const int32_t> component;
  int32_t width = 0, height = 0;
  OCEAN_HD int64_t find(int64_t texel) const {
    const int64_t row = texel / width;
    int64_t low = first_in_row[row], high = first_in_row[row + 1];
    const int64_t first = low;
    while (low < high) {  // the first run that begins beyond the texel
      const int64_t middle = low + (high - low) / 2;
      if (begin[middle] <= texel) low = middle + 1;
      else high = middle;
    }
    return low > first && texel < end[low - 1] ? low - 1 : -1;
  }
  OCEAN_HD int32_t component_at(int64_t texel) const {
    const int64_t run = find(texel);
    return run < 0 ? -1 : component[run];
  }
};

// Views of the host's own; valid while both live.
RunView host_view(const MaskRuns& runs, const RunComponents& components);

// A copy on a back end.
class RunIndex {
 public:
  RunIndex(const Exec& exec, const MaskRuns& runs, const RunComponents& components);
  RunView view() const;

 private:
  Buffer<int64_t> begin_, end_, first_in_row_;
  Buffer<int32_t> component_;
  int32_t width_, height_;
};

// out[t] = values[component of texel t], `none` where no run is, for the texels of a window (south first).
// std::invalid_argument for a window outside the map or a view of another size.
void paint_components(const Exec& exec, const RunView& runs, View<const int32_t> values, int32_t none,
                      const Window& window, View<int32_t> out);
void paint_components(const Exec& exec, const RunView& runs, View<const uint8_t> values, uint8_t none,
                      const Window& window, View<uint8_t> out);

}  // namespace ocean
