// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/asc_reader.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/asc_header.h"
#include "libbake/io/obj_lines.h"
#include "libbake/io/parse_number.h"

namespace ocean {

namespace {

constexpr int64_t kHeaderBytes = 64 << 10;
constexpr int64_t kMaxLineBytes = int64_t{256} << 20;

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
const char* find(const char* begin, const char* end, char c) {
  return static_cast<const char*>(std::memchr(begin, c, static_cast<size_t>(end - begin)));
}
bool fits_float(double v) { return std::fabs(v) <= static_cast<double>(std::numeric_limits<float>::max()); }

struct LineCounts {
  int64_t cells = 0, lines = 0;       // lines that are not empty …
  int64_t odd_lines = 0;              // … and do not hold one cell a column
  int64_t odd_at = 0, odd_cells = 0;  // the first of those
};

struct CellFault {
  int64_t at = 0, cell = 0;  // byte and cell of the file
  std::string what;
};

class Reader {
 public:
  Reader(HostPool& pool, const ByteSource& source, int64_t chunk_bytes)
      : pool_(pool), source_(source), chunk_bytes_(chunk_bytes) {}
  RasterFile run();

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::input, source_.name(), what);
  }
  [[noreturn]] void fail_at(int64_t byte, const std::string& what) const {
    throw Error(ErrorKind::input, source_.name() + ":" + std::to_string(line_number(source_, byte)), what);
  }
  void read_header();
  // Calls body(k, text, size) for every chunk of whole lines; text[size] is a line end.
  template <class Body>
  void each_chunk(const Body& body) const;
  void count_cells();
  LineCounts count_lines(const char* text, int64_t size, int64_t offset) const;
  std::optional<CellFault> parse_cells(const char* text, int64_t size, int64_t offset, int64_t cell,
                                       int64_t end_cell);
  void place();

  HostPool& pool_;
  const ByteSource& source_;
  const int64_t chunk_bytes_;
  AscHeader header_;
  std::vector<int64_t> cuts_, first_cell_;
  std::atomic<bool> fractions_{false}, commas_{false};
  RasterFile file_;
};

void Reader::read_header() {
  const int64_t bytes = std::min(kHeaderBytes, source_.size());
  std::string text(static_cast<size_t>(bytes), ' ');
  source_.read(0, bytes, text.data());
  header_ = parse_asc_header(text, source_.name());
  if (header_.columns * header_.rows > std::numeric_limits<int32_t>::max())
    fail("has " + std::to_string(header_.columns) + " x " + std::to_string(header_.rows) +
         " samples, more than 2147483647; cut it into tiles");
  cuts_ = line_cuts(source_, chunk_bytes_);
  cuts_.erase(cuts_.begin(), std::upper_bound(cuts_.begin(), cuts_.end() - 1, header_.bytes));
  cuts_.insert(cuts_.begin(), header_.bytes);
}

template <class Body>
void Reader::each_chunk(const Body& body) const {
  for_chunks(pool_, static_cast<int64_t>(cuts_.size()) - 1, 1, [&](int64_t begin, int64_t end) {
    for (auto k = static_cast<size_t>(begin); k < static_cast<size_t>(end); ++k) {
      const int64_t size = cuts_[k + 1] - cuts_[k];
      if (size > chunk_bytes_ + kMaxLineBytes)
        fail("has no line end within 256 MiB; write each row on a line of its own");
      const std::unique_ptr<char[]> text(new char[static_cast<size_t>(size) + 1]);
      source_.read(cuts_[k], size, text.get());
      text[static_cast<size_t>(size)] = '\n';
      body(k, text.get(), size);
    }
  });
}

LineCounts Reader::count_lines(const char* text, int64_t size, int64_t offset) const {
  LineCounts out;
  const char* const end = text + size;
  for (const char* line = text; line < end;) {
    const char* stop = find(line, end + 1, '\n');
    // A lone CR ends a line here too, as it does for line_cuts().
    if (const char* cr = find(line, stop, '\r'); cr != nullptr && cr + 1 != stop) stop = cr;
    int64_t cells = is_blank(*line) ? 0 : 1;
    for (const char* p = line + 1; p < stop; ++p) cells += is_blank(p[-1]) && !is_blank(*p);
    out.cells += cells;
    out.lines += cells > 0 ? 1 : 0;
    if (cells > 0 && cells != header_.columns && out.odd_lines++ == 0) {
      out.odd_at = offset + (line - text);
      out.odd_cells = cells;
    }
    line = stop + 1;
  }
  return out;
}

void Reader::count_cells() {
  std::vector<LineCounts> counts(cuts_.size() - 1);
  each_chunk(
      [&](size_t k, const char* text, int64_t size) { counts[k] = count_lines(text, size, cuts_[k]); });
  LineCounts all;
  for (const LineCounts& c : counts) {
    first_cell_.push_back(all.cells);
    if (all.odd_lines == 0) all.odd_at = c.odd_at, all.odd_cells = c.odd_cells;
    all.cells += c.cells;
    all.lines += c.lines;
    all.odd_lines += c.odd_lines;
  }
  first_cell_.push_back(all.cells);
  const int64_t wanted = header_.columns * header_.rows;
  const bool one_line_a_row = all.lines == header_.rows || all.odd_lines * 2 < all.lines;
  if (all.cells == wanted && (all.odd_lines == 0 || !one_line_a_row)) return;
  const std::string announced = std::to_string(header_.columns) + " x " + std::to_string(header_.rows);
  if (one_line_a_row && all.odd_lines > 0)
    fail_at(all.odd_at, "expected " + std::to_string(header_.columns) + " cells (ncols), found " +
                            std::to_string(all.odd_cells) +
                            "; the line is damaged or cut off, or ncols is wrong");
  fail("expected " + announced + " = " + std::to_string(wanted) + " cells (ncols, nrows), found " +
       std::to_string(all.cells) +
       (all.cells < wanted ? "; the file is cut off, or its header is wrong" : "; the header is wrong"));
}

std::optional<CellFault> Reader::parse_cells(const char* text, int64_t size, int64_t offset, int64_t cell,
                                             int64_t end_cell) {
  const char* const end = text + size;
  const bool has_nodata = header_.nodata.has_value();
  const double nodata = header_.nodata.value_or(0);
  const float nodata_float = fits_float(nodata) ? static_cast<float>(nodata) : 0;
  bool fractions = false, commas = false;
  const auto fault = [&](const char* p, const char* stop, const std::string& rule) {
    return CellFault{
        offset + (p - text), cell,
        "expected a number, found " + in_quotes(std::string_view(p, static_cast<size_t>(stop - p))) + rule};
  };
  for (const char* p = text; p < end;) {
    if (is_blank(*p)) {
      ++p;
      continue;
    }
    if (cell == end_cell)
      return CellFault{offset, cell, "changed while it was read; wait until it is written"};
    double value = 0;
    const NumberResult r = parse_double(p, value);
    const char* stop = r.end;
    if (r.status != NumberStatus::ok || !is_blank(*stop)) {
      stop = p;
      while (!is_blank(*stop)) ++stop;
      const auto other = parse_asc_number(p, stop, &commas);
      if (is_asc_nan({p, static_cast<size_t>(stop - p)})) {
        if (!std::isnan(header_.nodata.value_or(0)))
          return fault(p, stop, "; write nodata_value there, or 'nodata_value nan' into the header");
        value = std::numeric_limits<double>::quiet_NaN();
      } else if (!other) {
        return fault(p, stop, "");
      } else {
        value = *other;
      }
    }
    const auto at = static_cast<size_t>(cell);
    const bool none =
        std::isnan(value) || (has_nodata && (value == nodata || (fits_float(value) && fits_float(nodata) &&
                                                                 static_cast<float>(value) == nodata_float)));
    if (none) {
      file_.valid[at] = 0;
      file_.values[at] = 0;
    } else if (!fits_float(value)) {
      return fault(p, stop, ", which is beyond the heights that 32-bit floats hold");
    } else {
      file_.values[at] = static_cast<float>(value);
      fractions |= value != std::trunc(value);
    }
    ++cell;
    p = stop;
  }
  if (fractions) fractions_ = true;
  if (commas) commas_ = true;
  return std::nullopt;
}

void Reader::place() {
  file_.format = "ESRI ASCII grid";
  file_.width = static_cast<int32_t>(header_.columns);
  file_.height = static_cast<int32_t>(header_.rows);
  file_.code_limit = fractions_ ? 0 : -1;
  if (commas_ || header_.commas) file_.notes.push_back("its decimal commas are read as points");
  if (!header_.dx) return;
  const double dx = *header_.dx, dy = *header_.dy;
  file_.placed = true;
  file_.dx = dx;
  file_.dy = -dy;
  const double west = header_.x.value_or(0) - (header_.x_is_centre ? .5 * dx : 0);
  const double south = header_.y.value_or(0) - (header_.y_is_centre ? .5 * dy : 0);
  file_.x0 = west + .5 * dx;
  file_.y0 = south + static_cast<double>(header_.rows) * dy - .5 * dy;
  if (!header_.x) file_.notes.push_back("its header gives no corner: the south-west corner is the origin");
}

RasterFile Reader::run() {
  read_header();
  count_cells();
  const auto cells = static_cast<size_t>(first_cell_.back());
  file_.values.resize(cells);
  if (header_.nodata) file_.valid.assign(cells, 1);
  std::vector<std::optional<CellFault>> faults(cuts_.size() - 1);
  each_chunk([&](size_t k, const char* text, int64_t size) {
    faults[k] = parse_cells(text, size, cuts_[k], first_cell_[k], first_cell_[k + 1]);
  });
  for (const auto& f : faults)
    if (f)
      fail_at(f->at, "column " + std::to_string(f->cell % header_.columns + 1) + ", row " +
                         std::to_string(f->cell / header_.columns + 1) + ": " + f->what);
  place();
  return std::move(file_);
}

// The text of the .prj file that lies beside the grid.
void read_projection(const std::string& path, RasterFile& file) {
  for (const char* extension : {".prj", ".PRJ"}) {
    const std::string side = std::filesystem::path(path).replace_extension(extension).string();
    std::error_code error;
    if (!std::filesystem::is_regular_file(side, error)) continue;
    const ByteSource source(side);
    if (source.size() > (1 << 20))
      throw Error(ErrorKind::input, side, "is larger than a coordinate system can be; remove it");
    file.projection.resize(static_cast<size_t>(source.size()));
    source.read(0, source.size(), file.projection.data());
    file.side_files.push_back(side);
    return;
  }
}

}  // namespace

RasterFile read_asc(HostPool& pool, const ByteSource& source, int64_t chunk_bytes) {
  return Reader(pool, source, chunk_bytes).run();
}

RasterFile read_asc(HostPool& pool, const std::string& path, int64_t chunk_bytes) {
  RasterFile file = read_asc(pool, ByteSource(path), chunk_bytes);
  read_projection(path, file);
  return file;
}

}  // namespace ocean
