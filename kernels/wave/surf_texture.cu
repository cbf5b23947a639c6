// SPDX-License-Identifier: Apache-2.0
//
// Rows first, then texels: see surf_profile.h for the model and its sources.
#include "kernels/wave/surf_texture.h"

#include <stdexcept>

#include "kernels/math/grid.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

struct PrepareRow {
  SurfModel model;
  int32_t height;
  SurfRow* rows;
  OCEAN_HD void operator()(int64_t j) const {
    rows[j] = surf_row(model, (static_cast<double>(j) + 0.5) / height);
  }
};

struct FillTexel {
  SurfModel model;
  int32_t width;
  const SurfRow* rows;
  SurfTexel* out;
  OCEAN_HD void operator()(int64_t i) const {
    const RowColumn at = row_column(i, width);
    const SurfPoint p = surf_point(model, rows[at.row], (at.column + 0.5) / width);
    out[i] = {static_cast<float>(p.forward_m), static_cast<float>(p.height_m), static_cast<float>(p.foam),
              static_cast<float>(p.slope), static_cast<float>(p.wetness)};
  }
};

}  // namespace

void fill_surf_texture(const Exec& exec, const SurfModel& model, int32_t width, int32_t height,
                       View<SurfTexel> texture) {
  if (width < 2 || height < 2 || texture.size != int64_t{width} * height)
    throw std::invalid_argument("fill_surf_texture: sides below 2, or a view of another size");
  if (model.p.edge != 0.5 / height)
    throw std::invalid_argument("fill_surf_texture: the model's edge is not half a row");
  Buffer<SurfRow> rows(exec, height);
  parallel_for(exec, "surf_rows", height, PrepareRow{model, height, rows.data()}, 4);
  parallel_for(exec, "surf_texels", texture.size, FillTexel{model, width, rows.data(), texture.data}, 64);
}

}  // namespace ocean
