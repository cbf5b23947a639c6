// SPDX-License-Identifier: Apache-2.0
//
// Begins and ends are counted a piece of a row, both counts in one scanned 64-bit number, and written: the
// k-th begin and the k-th end are one run. Floor on a device: the mask read twice.
#include "kernels/raster/mask_runs.h"

#include <stdexcept>
#include <string>

#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/row_pieces.h"

namespace ocean {
namespace {

constexpr int32_t kPiece = 64;  // texels

// Walks a piece of a row and tells begins and ends.
struct RunEdges {
  const uint8_t* mask;
  RowPieces pieces;
  template <class Begin, class End>
  OCEAN_HD void visit(int64_t item, Begin& on_begin, End& on_end) const {
    const int64_t row = pieces.row(item) * pieces.width;
    const int32_t first = pieces.begin(item), last = pieces.end(item);
    uint8_t before = first > 0 ? mask[row + first - 1] : 0;
    for (int32_t i = first; i < last; ++i) {
      const uint8_t now = mask[row + i];
      if (now > before) on_begin(row + i);
      if (now < before) on_end(row + i);
      before = now;
    }
    if (last == pieces.width && before != 0) on_end(row + last);
  }
};

struct Counter {
  int64_t n = 0;
  OCEAN_HD void operator()(int64_t) { ++n; }
};
struct Writer {
  int64_t* at;
  int64_t shift;
  OCEAN_HD void operator()(int64_t texel) { *at++ = texel + shift; }
};

// Begins in the low half, ends in the high one.
struct CountRunEdges {
  RunEdges edges;
  View<int64_t> counts;
  OCEAN_HD void operator()(int64_t item) const {
    Counter begins, ends;
    edges.visit(item, begins, ends);
    counts[item] = begins.n + (ends.n << 32);
  }
};
struct WriteRunEdges {
  RunEdges edges;
  View<const int64_t> offsets;
  int64_t* begin;
  int64_t* end;
  int64_t shift;
  OCEAN_HD void operator()(int64_t item) const {
    if (offsets[item] == offsets[item + 1]) return;
    Writer begins{begin + (offsets[item] & 0xffffffff), shift}, ends{end + (offsets[item] >> 32), shift};
    edges.visit(item, begins, ends);
  }
};

template <class T>
struct Paint {
  RunView runs;
  View<const T> values;
  T none;
  Window window;
  RowPieces pieces;
  View<T> out;
  OCEAN_HD void operator()(int64_t item) const {
    const int64_t row = pieces.row(item);
    const int64_t map_row = (window.j0 + row) * runs.width + window.i0;
    const int32_t last = pieces.end(item);
    // The first run that ends beyond the piece's first texel.
    const int64_t from = map_row + pieces.begin(item), stop = runs.first_in_row[window.j0 + row + 1];
    int64_t low = runs.first_in_row[window.j0 + row], high = stop;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (runs.end[middle] <= from) low = middle + 1;
      else high = middle;
    }
    for (int32_t i = pieces.begin(item); i < last; ++i) {
      const int64_t texel = map_row + i;
      while (low < stop && runs.end[low] <= texel) ++low;
      const bool in = low < stop && runs.begin[low] <= texel;
      out[row * window.width + i] = in ? values[runs.component[low]] : none;
    }
  }
};

template <class T>
void paint(const Exec& exec, const RunView& runs, View<const T> values, T none, const Window& w,
           View<T> out) {
  if (w.i0 < 0 || w.j0 < 0 || w.width < 0 || w.height < 0 || w.width > runs.width - w.i0 ||
      w.height > runs.height - w.j0 || out.size != w.size())
    throw std::invalid_argument("paint_components: a window of " + std::to_string(w.width) + " x " +
                                std::to_string(w.height) + " at " + std::to_string(w.i0) + ", " +
                                std::to_string(w.j0) + " does not fit the map or the output");
  if (w.size() == 0) return;
  const RowPieces pieces(w.width, exec.is_cuda() ? 4 : 4 * kPiece);
  parallel_for(exec, "paint components", pieces.items(w.height), Paint<T>{runs, values, none, w, pieces, out},
               256);
}

}  // namespace

void append_runs(const Exec& exec, View<const uint8_t> mask, MaskRuns& runs) {
  if (mask.size == 0) return;
  if (runs.width < 1 || mask.size % runs.width != 0 || mask.size > INT32_MAX)
    throw std::invalid_argument("append_runs: a band of " + std::to_string(mask.size) +
                                " texels is not whole rows of " + std::to_string(runs.width) +
                                ", or more than 2147483647");
  const auto rows = static_cast<int32_t>(mask.size / runs.width);
  const RunEdges edges{mask.data, RowPieces(runs.width, exec.is_cuda() ? kPiece / 4 : kPiece)};
  const int64_t items = edges.pieces.items(rows);
  Buffer<int64_t> counts(exec, items), offsets(exec, items + 1);
  parallel_for(exec, "mask runs, count", items, CountRunEdges{edges, counts.view()}, 512);
  exclusive_scan(exec, std::as_const(counts).view(), offsets.view());
  const int64_t n = scan_total(exec, "mask runs, number to host", offsets) & 0xffffffff, before = runs.size();
  if (before + n > INT32_MAX) throw std::invalid_argument("append_runs: more than 2147483647 runs");
  const int64_t shift = int64_t{runs.height} * runs.width;
  Buffer<int64_t> begin(exec, n), end(exec, n);
  parallel_for(exec, "mask runs", items,
               WriteRunEdges{edges, std::as_const(offsets).view(), begin.data(), end.data(), shift}, 512);
  runs.begin.resize(static_cast<size_t>(before + n));
  runs.end.resize(runs.begin.size());
  copy_out(exec, "mask runs to host", runs.begin.data() + before, begin.data(), begin.bytes());
  copy_out(exec, "mask runs to host", runs.end.data() + before, end.data(), end.bytes());
  int64_t k = before;
  for (int32_t row = 0; row < rows; ++row) {
    const int64_t row_end = shift + (int64_t{row} + 1) * runs.width;
    while (k < runs.size() && runs.begin[static_cast<size_t>(k)] < row_end) ++k;
    runs.first_in_row.push_back(k);
  }
  runs.height += rows;
}

RunIndex::RunIndex(const Exec& exec, const MaskRuns& runs, const RunComponents& components)
    : begin_(exec, "runs", runs.begin),
      end_(exec, "runs", runs.end),
      first_in_row_(exec, "runs", runs.first_in_row),
      component_(exec, "runs", components.of_run),
      width_(runs.width),
      height_(runs.height) {}

RunView RunIndex::view() const {
  return {begin_.view(), end_.view(), first_in_row_.view(), component_.view(), width_, height_};
}

void paint_components(const Exec& exec, const RunView& runs, View<const int32_t> values, int32_t none,
                      const Window& window, View<int32_t> out) {
  paint(exec, runs, values, none, window, out);
}
void paint_components(const Exec& exec, const RunView& runs, View<const uint8_t> values, uint8_t none,
                      const Window& window, View<uint8_t> out) {
  paint(exec, runs, values, none, window, out);
}

}  // namespace ocean
