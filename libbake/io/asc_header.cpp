// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/asc_header.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/asc_reader.h"
#include "libbake/io/parse_number.h"

namespace ocean {

namespace {

constexpr std::string_view kKeys[] = {"ncols",     "nrows",    "xllcorner", "xllcenter", "yllcorner",
                                      "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view next_word(std::string_view& line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  size_t n = 0;
  while (n < line.size() && !is_blank(line[n])) ++n;
  const std::string_view word = line.substr(0, n);
  line.remove_prefix(n);
  return word;
}

class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}
  AscHeader run();

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::input, name_ + ":" + std::to_string(line_), what);
  }
  double number(std::string_view word, const std::string& key);
  int64_t count(std::string_view word, const std::string& key);
  double size(std::string_view word, const std::string& key);
  void entry(const std::string& key, std::string_view value);
  template <class T>
  void once(std::optional<T>& to, T value, const std::string& key) const {
    if (to) fail("the header gives " + key + " a second time; remove one of the two");
    to = value;
  }

  const std::string_view text_;
  const std::string& name_;
  int64_t line_ = 0;
  std::optional<int64_t> columns_, rows_;
  std::optional<double> cell_size_;
  AscHeader out_;
};

double HeaderParser::number(std::string_view word, const std::string& key) {
  const auto value = parse_asc_number(word.data(), word.data() + word.size(), &out_.commas);
  if (!value || !std::isfinite(*value))
    fail("expected a number after " + key + ", found " + in_quotes(word) + "; correct the header");
  return *value;
}

int64_t HeaderParser::count(std::string_view word, const std::string& key) {
  const auto value = parse_integer(word);
  if (!value || *value < 1 || *value > std::numeric_limits<int32_t>::max())
    fail("expected a whole number from 1 to 2147483647 after " + key + ", found " + in_quotes(word) +
         "; correct the header");
  return *value;
}

double HeaderParser::size(std::string_view word, const std::string& key) {
  const double value = number(word, key);
  if (!(value > 0)) fail(key + " is " + shortest(value) + "; it must be above 0");
  return value;
}

void HeaderParser::entry(const std::string& key, std::string_view value) {
  if (key == "ncols") return once(columns_, count(value, key), key);
  if (key == "nrows") return once(rows_, count(value, key), key);
  if (key == "cellsize") return once(cell_size_, size(value, key), key);
  if (key == "dx") return once(out_.dx, size(value, key), key);
  if (key == "dy") return once(out_.dy, size(value, key), key);
  if (key == "nodata_value") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return once(out_.nodata, is_asc_nan(value) ? nan : number(value, key), key);
  }
  once(key[0] == 'x' ? out_.x : out_.y, number(value, key), "the place of the south-west corner");
  (key[0] == 'x' ? out_.x_is_centre : out_.y_is_centre) = key.ends_with("center");
}

AscHeader HeaderParser::run() {
  size_t at = text_.starts_with("\xef\xbb\xbf") ? 3 : 0;
  while (at < text_.size()) {
    const size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view line = text_.substr(at, end - at);
    ++line_;
    const std::string key = lower(next_word(line));
    const bool known = std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
    if (!key.empty() && !known) {
      const char c = key.front();
      if (is_digit(c) || c == '-' || c == '+' || c == '.' || is_asc_nan(key)) break;
      std::vector<std::string> names(std::begin(kKeys), std::end(kKeys));
      // Text where heights should be is a cell's fault, not the header's.
      if (columns_ && rows_ && !nearest_name(key, names)) break;
      fail("unknown header key " + in_quotes(key) + did_you_mean(key, names));
    }
    if (known) {
      const std::string_view value = next_word(line);
      if (value.empty()) fail("expected a number after " + key + ", found the end of the line");
      entry(key, value);
      if (const std::string_view more = next_word(line); !more.empty())
        fail("expected the end of the line after " + key + ", found " + in_quotes(more));
    }
    at = std::min(end + 1, text_.size());
  }
  if (!columns_ || !rows_) fail(std::string("the header ends without ") + (columns_ ? "nrows" : "ncols"));
  if (cell_size_ && (out_.dx || out_.dy)) fail("the header has cellsize beside dx or dy; keep one of them");
  if (cell_size_) out_.dx = out_.dy = cell_size_;
  if (out_.dx.has_value() != out_.dy.has_value()) fail("the header has only one of dx and dy");
  if (out_.x.has_value() != out_.y.has_value()) fail("the header gives only one of the corner's coordinates");
  out_.columns = *columns_;
  out_.rows = *rows_;
  out_.bytes = static_cast<int64_t>(at);
  return out_;
}

}  // namespace

bool is_asc_head(std::string_view head) {
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  while (!head.empty() && (is_blank(head.front()) || head.front() == '\n')) head.remove_prefix(1);
  const std::string word = lower(head.substr(0, head.find_first_of(" \t\r\n")));
  return std::find(std::begin(kKeys), std::end(kKeys), word) != std::end(kKeys);
}

bool is_asc_nan(std::string_view token) {
  if (token.starts_with('-') || token.starts_with('+')) token.remove_prefix(1);
  return token.size() == 3 && lower(token) == "nan";
}

std::optional<double> parse_asc_number(const char* begin, const char* end, bool* comma) {
  std::string token(begin, end);
  const size_t at = token.find(',');
  if (at != std::string::npos) token[at] = '.';
  token += ' ';
  double value = 0;
  const NumberResult r = parse_double(token.data(), value);
  if (r.status == NumberStatus::malformed || r.end != token.data() + token.size() - 1) return std::nullopt;
  *comma |= at != std::string::npos;
  return r.status == NumberStatus::overflow ? std::numeric_limits<double>::infinity() : value;
}

AscHeader parse_asc_header(std::string_view text, const std::string& name) {
  return HeaderParser(text, name).run();
}

}  // namespace ocean
