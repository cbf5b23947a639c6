// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_curves.h"

#include <algorithm>

#include "kernels/coast/simplify.h"
#include "libbake/bake/text_lines.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int64_t kChunkPoints = 8192, kGroupChunks = 32;  // formatted at a time

std::string number(double x) { return shortest(x + 0.0); }  // no -0

// The points that are written, of all curves one after the other.
struct CurvePoints {
  std::vector<int64_t> start;  // curves + 1
  std::vector<int64_t> kept;   // index in the curve
  int64_t size() const { return static_cast<int64_t>(kept.size()); }
  int64_t curves() const { return static_cast<int64_t>(start.size()) - 1; }
};

CurvePoints kept_points(const Exec& exec, const Coastline& coast, double tolerance_texels) {
  const auto n = static_cast<int64_t>(coast.chains.size());
  std::vector<std::vector<int64_t>> of_curve(coast.chains.size());
  for_chunks(exec.pool(), n, 16, [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c)
      of_curve[static_cast<size_t>(c)] = simplify_chain(coast, static_cast<size_t>(c), tolerance_texels);
  });
  CurvePoints out;
  out.start.push_back(0);
  for (std::vector<int64_t>& kept : of_curve) {
    out.kept.insert(out.kept.end(), kept.begin(), kept.end());
    out.start.push_back(out.size());
    kept = {};
  }
  return out;
}

// One point on its way into a file.
struct CurvePoint {
  size_t curve;
  int64_t k;  // among the curve's written points
  bool is_first, is_last;
  double x, y, s;  // world metres; arc length from the curve's first point
};

class CurveFile {
 public:
  CurveFile(const Exec& exec, const Shore& shore, const CurvePoints& points, const TargetTraits& target,
            const CurvePlace& place)
      : exec_(exec), shore_(shore), coast_(shore.coast), points_(points), target_(target), place_(place) {}

  void write(CurveFormat format, const std::string& name, SafeFile& file) const {
    switch (format) {
      case CurveFormat::csv:
        return write_csv(file);
      case CurveFormat::geojson:
        return write_geojson(name, file);
      case CurveFormat::svg:
        return write_svg(name, file);
      case CurveFormat::obj:
        return write_obj(name, file);
    }
  }

 private:
  const Chain& chain(size_t curve) const { return coast_.chains[curve]; }

  CurvePoint point(int64_t i) const {
    const auto after = std::upper_bound(points_.start.begin(), points_.start.end(), i);
    const auto curve = static_cast<size_t>(after - points_.start.begin()) - 1;
    const int64_t in_chain = points_.kept[static_cast<size_t>(i)];
    const Vec2d p = curve_point(coast_, curve, in_chain);
    const Grid& g = shore_.grid;
    return {curve,
            i - points_.start[curve],
            i == points_.start[curve],
            i + 1 == *after,
            g.x0 + p.x * g.texel_m,
            g.y0 + p.y * g.texel_m,
            curve_arc(coast_, curve, in_chain) * g.texel_m};
  }

  // put(text, point) for all points: formatted by all threads, written in order.
  template <class Put>
  void each_point(SafeFile& file, const Put& put) const {
    std::vector<std::string> texts(kGroupChunks);
    for (int64_t first = 0; first < points_.size(); first += kGroupChunks * kChunkPoints) {
      check_interrupt();
      for_chunks(exec_.pool(), kGroupChunks, 1, [&](int64_t begin, int64_t end) {
        for (int64_t chunk = begin; chunk < end; ++chunk) {
          std::string& text = texts[static_cast<size_t>(chunk)];
          text.clear();
          const int64_t from = first + chunk * kChunkPoints,
                        to = std::min(from + kChunkPoints, points_.size());
          for (int64_t i = from; i < to; ++i) put(text, point(i));
        }
      });
      for (const std::string& text : texts) file.write(text);
    }
  }

  void write_csv(SafeFile& file) const {
    file.write("curve,point,x,y,s,closed\n");
    each_point(file, [&](std::string& out, const CurvePoint& p) {
      out += std::to_string(p.curve) + "," + std::to_string(p.k) + "," + number(p.x) + "," + number(p.y) +
             "," + number(p.s) + (chain(p.curve).closed ? ",1\n" : ",0\n");
    });
  }

  std::string properties(size_t curve) const {
    const Chain& c = chain(curve);
    const ChainBody& body = shore_.curves[curve];
    const double texel = shore_.grid.texel_m;
    JsonWriter w(0);
    w.object().member("index", curve).member("closed", c.closed).member("length_m", c.length * texel);
    if (c.closed) w.member("area_m2", c.signed_area * texel * texel);
    else w.key("area_m2").null();
    if (body.body != kNoBody) w.member("water_body", body.body + 1);  // as in water_bodies
    else w.key("water_body").null();
    w.member("is_ocean", body.ocean).member("frame", place_.local_metres ? "local_m" : "world_m").end();
    return w.text();
  }

  void write_geojson(const std::string& name, SafeFile& file) const {
    JsonWriter w(0);
    w.object().member("type", "FeatureCollection").member("name", name).key("crs").null();
    w.member("coordinates_are", place_.coordinates.empty() ? "metres, x east, y north" : place_.coordinates);
    w.member("orientation", "water on the left").member("sea_level_m", shore_.sea_level_m);
    w.key("features").array();
    file.write(w.text());
    each_point(file, [&](std::string& out, const CurvePoint& p) {
      if (p.is_first)
        out += std::string(p.curve > 0 ? ",\n" : "\n") +
               "{\"type\": \"Feature\", \"properties\": " + properties(p.curve) +
               ", \"geometry\": {\"type\": \"LineString\", \"coordinates\": [\n";
      out += "[" + number(p.x) + "," + number(p.y) + "]" + (p.is_last ? "]}}" : ",\n");
    });
    file.write("\n]}\n");
  }

  // Relative to the map's north-west corner: renderers have 32-bit coordinates.
  void write_svg(const std::string& name, SafeFile& file) const {
    const Grid& g = shore_.grid;
    const double width = g.width * g.texel_m, height = g.height * g.texel_m, north = g.y0 + height;
    const std::string x0 = number(g.x0), y1 = number(north);
    file.write(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 "
        "0 " +
        number(width) + " " + number(height) + "\" data-x0=\"" + x0 + "\" data-y1=\"" + y1 + "\">\n<title>" +
        xml(name) + "</title>\n<desc>One unit is 1 m, north is up: world x = " + x0 + " + X, y = " + y1 +
        " - Y. Water lies on the paths' left in the world.</desc>\n<style>path{fill:none;stroke:#06c;"
        "stroke-width:1;vector-effect:non-scaling-stroke}.lake{stroke:#0a8}</style>\n");
    each_point(file, [&](std::string& out, const CurvePoint& p) {
      const bool closed = chain(p.curve).closed;
      if (p.is_first)
        out += "<path id=\"curve" + std::to_string(p.curve) + "\" class=\"" +
               (shore_.curves[p.curve].ocean ? "ocean" : "lake") + "\" d=\"M";
      if (!(closed && p.is_last))
        out += (p.is_first ? "" : "\nL") + number(p.x - g.x0) + "," + number(north - p.y);
      if (p.is_last) out += closed ? "Z\"/>\n" : "\"/>\n";
    });
    file.write("</svg>\n");
  }

  // All vertices, then the lines; a closed curve's line ends with its first vertex.
  void write_obj(const std::string& name, SafeFile& file) const {
    file.write("# " + name + ": water on the left as seen from above; axes and unit of the target " +
               std::string(target_.name) + " (" + std::string(target_.unit) + ")\n");
    const double level = shore_.sea_level_m;
    each_point(file, [&](std::string& out, const CurvePoint& p) {
      if (chain(p.curve).closed && p.is_last) return;
      const double world[3] = {p.x, p.y, level};
      out += "v";
      for (size_t k = 0; k < 3; ++k)
        out += " " + number(target_.sign[k] * world[target_.axis[k]] / target_.unit_m);
      out += "\n";
    });
    std::vector<int64_t> closed_before(coast_.chains.size() + 1);
    for (size_t c = 0; c < coast_.chains.size(); ++c)
      closed_before[c + 1] = closed_before[c] + (chain(c).closed ? 1 : 0);
    each_point(file, [&](std::string& out, const CurvePoint& p) {
      const int64_t first = points_.start[p.curve] - closed_before[p.curve] + 1;
      if (p.is_first) out += "o " + name + "_" + std::to_string(p.curve) + "\nl";
      out += " " + std::to_string(chain(p.curve).closed && p.is_last ? first : first + p.k);
      if (p.is_last) out += "\n";
    });
  }

  static std::string xml(const std::string& text) {
    std::string out;
    for (const char c : text)
      out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return out;
  }

  const Exec& exec_;
  const Shore& shore_;
  const Coastline& coast_;
  const CurvePoints& points_;
  const TargetTraits& target_;
  const CurvePlace& place_;
};

}  // namespace

const char* curve_extension(CurveFormat format) {
  return format == CurveFormat::geojson ? "geojson"
         : format == CurveFormat::obj   ? "obj"
         : format == CurveFormat::svg   ? "svg"
                                        : "csv";
}

void write_curves(const Exec& exec, const Shore& shore, const ShoreConfig& config, const TargetTraits& target,
                  const CurvePlace& place, OutputSet& outputs) {
  constexpr int64_t kPointBytes = 48;  // about, for messages
  const CurvePoints points = kept_points(exec, shore.coast, config.curve_tolerance / shore.grid.texel_m);
  const CurveFile curves(exec, shore, points, target, place);
  const std::string name = outputs.name() + "_" + shore.level.prefix() + "shoreline";
  for (const CurveFormat format : config.curves) {
    OutputRecord record;
    record.role = "shoreline";
    record.format = curve_extension(format);
    record.file = name + "." + record.format;
    record.facts["sea_level_m"] = shortest(shore.sea_level_m);
    if (shore.level.tide > 0) record.facts["tide"] = std::to_string(shore.level.tide);
    record.facts["curves"] = std::to_string(points.curves());
    record.facts["points"] = std::to_string(points.size());
    record.facts["length_m"] = shortest(shore.coast.length * shore.grid.texel_m);
    record.facts["tolerance_m"] = shortest(config.curve_tolerance);
    record.facts["orientation"] = "\"water on the left\"";
    const bool for_target = format == CurveFormat::obj;
    record.facts["axes_of"] = json_quoted(for_target ? target.name : "world");
    record.facts["unit"] = json_quoted(for_target ? target.unit : "m");
    if (!place.coordinates.empty()) record.facts["coordinates"] = json_quoted(place.coordinates);
    SafeFile file(outputs.path(record.file), points.size() * kPointBytes);
    curves.write(format, name, file);
    file.commit();
    outputs.add(std::move(record));
  }
}

}  // namespace ocean
