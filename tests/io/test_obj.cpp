// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "libbake/io/obj_reader.h"
#include "tests/io/io_test.h"

namespace ocean {
namespace {

using test::pool;

ObjFile parse(const std::string& text) { return parse_obj(pool(), text, "a.obj"); }
std::string error_of(const std::string& text) {
  return test::input_error([&] { parse(text); });
}
std::vector<int32_t> indices(const Mesh& mesh) {
  std::vector<int32_t> out;
  for (const Triangle& t : mesh.triangles) out.insert(out.end(), {t.a, t.b, t.c});
  return out;
}
bool equal(const Mesh& a, const Mesh& b) { return a.positions == b.positions && indices(a) == indices(b); }

using Indices = std::vector<int32_t>;
const std::string kThree = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

TEST(Obj, ReadsVerticesAndFaces) {
  const ObjFile file = parse(
      "# comment\no Island\ng shore\nusemtl sand\ns 1\nmtllib a b c.mtl\n"
      "v 1 2 3\nv -1.5 .5 5.\nv 1e1 1E-1 +2\nv 0 0 0 1.0\nv 1 1 1 .2 .3 .4\nv 1 1 1 1 .2 nan .4 #c\n"
      "vt 0 0\nvn 0 0 1\nvp 1\nl 1 2\np 1\nmyword whatever\n"
      "f 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1 # end\nf 1/ 2/ 3/\nf 4 5 6 1\n");
  ASSERT_EQ(file.mesh.positions.size(), 6u);
  EXPECT_EQ(file.mesh.positions[1], (Vec3d{-1.5, .5, 5}));
  EXPECT_EQ(file.mesh.positions[2], (Vec3d{10, .1, 2}));
  EXPECT_EQ(indices(file.mesh), (Indices{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 5, 0}));
  EXPECT_EQ(file.faces, 6);
  EXPECT_EQ(file.objects, 1);
  EXPECT_EQ(file.groups, 1);
  EXPECT_EQ(file.names, (std::vector<std::string>{"Island", "shore"}));
}

TEST(Obj, NegativeIndicesCountFromTheirOwnLine) {
  EXPECT_EQ(indices(parse(kThree + "f -3 -2 -1\nv 5 5 5\nf -3 -2 -1\nf -1 1 2\n").mesh),
            (Indices{0, 1, 2, 1, 2, 3, 3, 0, 1}));
}

TEST(Obj, PositiveIndicesMayPointAhead) {
  EXPECT_EQ(indices(parse("f 1 2 3\n" + kThree).mesh), (Indices{0, 1, 2}));
}

TEST(Obj, LineEndsAndBlanks) {
  for (const std::string& text :
       {std::string("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n"),
        std::string("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3"),
        std::string("\xef\xbb\xbfv 0 0 0\n\n\n  v\t1  0 0 \t\nv 0 1 0\n \t f\t1 2\t3   "),
        std::string("v 0 \\\n0 \\\r\n 0\nv 1 0 0\nv 0 1 0\nf 1 2 \\\n\\\n\\\n3\\\n\n"),
        std::string("# c \\\nv 0 0 0\n  # d\\\nv 1 0 0\nv 0 1 0\n\\\nf 1 2 3")}) {
    const ObjFile file = parse(text);
    EXPECT_EQ(file.mesh.positions, (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})) << text;
    EXPECT_EQ(indices(file.mesh), (Indices{0, 1, 2})) << text;
  }
}

TEST(Obj, ErrorsNamePlaceValueRuleAndRemedy) {
  const auto starts = [](const std::string& text, const std::string& head) {
    EXPECT_EQ(error_of(text).substr(0, head.size()), head);
  };
  starts(kThree + "f 0 1 2\n", "a.obj:4: face corner \"0\": vertex index 0 does not exist");
  starts(kThree + "f 0/0 1/1 2/2\n", "a.obj:4: face corner \"0/0\": vertex index 0 does not exist");
  starts(kThree + "\n\nf 1 2 4/7\n",
         "a.obj:6: face corner \"4/7\": vertex index 4 is outside 1…3 (the file has 3 vertices)");
  starts(
      kThree + "f -1 -2 -4\nv 1 1 1\n",
      "a.obj:4: face corner \"-4\": vertex index -4 counts back beyond the first vertex (3 above this line)");
  starts(kThree + "f 1 2 99999999999999999999\n",
         "a.obj:4: face corner \"99999999999999999999\": vertex index ");
  starts(kThree + "f 1 2\n", "a.obj:4: a face of 2 corners");
  starts(kThree + "f\n", "a.obj:4: \"f\" without numbers");
  starts(kThree + "f 1 2 x\n", "a.obj:4: face corner \"x\" is not of the form");
  starts(kThree + "f 1 2 3.5\n", "a.obj:4: face corner \"3.5\" is not of the form");
  starts(kThree + "f 1 2 3/1/1/1\n", "a.obj:4: face corner \"3/1/1/1\" is not");
  starts("v 0 0 0\r\nv nan 0 0\r\n", "a.obj:2: vertex coordinate \"nan\" is not finite");
  starts("\rv -inf 0 0\r", "a.obj:2: vertex coordinate \"-inf\" is not finite");
  starts("v 1.#IND 0 0", "a.obj:1: vertex coordinate \"1.#IND\" is not finite");
  starts("v 0 1e999 0", "a.obj:1: vertex coordinate \"1e999\" is beyond the range");
  starts("v 0 1,5 0", "a.obj:1: vertex coordinate \"1,5\" is not a number");
  starts("v 0 1\n", "a.obj:1: a vertex needs three numbers");
  starts("v 1 2 3v 1 2 3\n", "a.obj:1: vertex coordinate \"3v\" is not a number");
  starts("v 1 2 3 v 1 2 3\n", "a.obj:1: \"v\" after the three coordinates");
  starts("# a\\\nv 0 0 0 \\\n0 \\\nx\n", "a.obj:4: \"x\" after the three coordinates");
  starts("", "a.obj: is empty");
  starts("# nothing\n", "a.obj: has no face (f line), only 0 vertices");
  starts(kThree, "a.obj: has no face (f line), only 3 vertices");
  starts("surf 0 1 0 1 1 2 3 4\n" + kThree,
         "a.obj: has no face (f line), only 3 vertices and 1 parametric surfaces");
  starts(std::string("v 0 0 0\n\0\0\0\0\0", 13), "a.obj:2: byte \"\\x00\\x00\\x00\\x00\\x00\" begins a line");
  starts("\xff\xfev\0 \0", "a.obj:1: is UTF-16 text");
  EXPECT_EQ(test::input_error([] { read_obj(pool(), "/nonexistent/x.obj"); }).substr(0, 40),
            "/nonexistent/x.obj: cannot be opened: No");
  const test::ScratchFile empty("empty.obj", "");
  EXPECT_NE(test::input_error([&] { read_obj(pool(), empty.path()); }).find("is empty"), std::string::npos);
  EXPECT_NE(test::input_error([&] { read_obj(pool(), empty.folder()); }).find("is a directory"),
            std::string::npos);
}

TEST(Obj, TheFirstBadLineIsReportedForAnyCut) {
  const std::string text = kThree + "f 1 2 3\nf 1 2 9\nv x 0 0\nf 0 1 2\n";
  for (const int64_t chunk : {1, 2, 3, 5, 8, 13, 1000}) {
    const std::string error = test::input_error([&] { parse_obj(pool(), text, "a.obj", chunk); });
    EXPECT_EQ(error.substr(0, 8), "a.obj:5:") << chunk;
  }
}

// A lone CR as a chunk's last byte was once taken for a blank.
TEST(Obj, ALoneCrEndsTheLineWhereverTheFileIsCut) {
  for (const int64_t chunk : {1, 2, 25, 1000}) {
    const std::string error =
        test::input_error([&] { parse_obj(pool(), kThree + "f\rx\n", "a.obj", chunk); });
    EXPECT_NE(error.find("a.obj:4: \"f\" without numbers"), std::string::npos) << chunk << ": " << error;
  }
}

// A text with everything that could break when it is cut: continued lines, CR LF, lone CR, comments, relative
// indices, n-gons.
std::string tricky_text() {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const char* const ends[] = {"\n", "\r\n", "\r", "\n\n", " \n", "\t\r\n"};
  const auto blank = [&]() -> std::string {
    const char* const blanks[] = {" ", " ", " ", "\t", "  ", " \\\n", " \\\r\n "};
    return blanks[below(7)];
  };
  std::string text = "\xef\xbb\xbf";
  int vertices = 0;
  for (int i = 0; i < 120; ++i) {
    const int what = vertices < 8 ? 0 : below(10);
    if (what < 5) {
      text += "v";
      for (int k = 0; k < 3; ++k) text += blank() + std::to_string((below(20000) - 10000) * 1e-3);
      ++vertices;
    } else if (what < 8) {
      text += "f";
      const int n = 3 + below(5);
      for (int k = 0; k < n; ++k) {
        const int v = below(vertices);
        text += blank() + std::to_string(below(2) ? v + 1 : v - vertices) + (below(2) ? "/7/-3" : "");
      }
    } else {
      text += what == 8 ? "# v 1 2 3 \\" : "vn 0 0 1";
    }
    text += ends[below(6)];
  }
  return text;
}

TEST(Obj, EveryCutAndThreadCountGivesTheSame) {
  const std::string text = tricky_text();
  HostPool one(1);
  const ObjFile whole = parse_obj(one, text, "a.obj");
  EXPECT_GT(whole.faces, 20);
  for (int64_t chunk = 1; chunk < 200; chunk += 1 + chunk / 20) {
    const ObjFile file = parse_obj(chunk % 2 ? pool() : one, text, "a.obj", chunk);
    ASSERT_TRUE(equal(file.mesh, whole.mesh)) << chunk;
    ASSERT_EQ(file.faces, whole.faces);
  }
  const test::ScratchFile on_disk("a.obj", text);
  EXPECT_TRUE(equal(read_obj(pool(), on_disk.path(), 1000).mesh, whole.mesh));
}

// Gives another text, of the same size, once the first has been read to its end.
class ChangingSource : public ByteSource {
 public:
  ChangingSource(const std::string& first, const std::string& second)
      : ByteSource(first, "a.obj"), second_(second, "a.obj") {}
  void read(int64_t offset, int64_t count, char* to) const override {
    if (changed_) return second_.read(offset, count, to);
    ByteSource::read(offset, count, to);
    changed_ = offset == 0 && count == size();
  }

 private:
  const ByteSource second_;
  mutable bool changed_ = false;
};

TEST(Obj, AFileThatChangesBetweenTheTwoReadingsIsRefused) {
  std::string more = kThree + "f 1 2 3\n";  // more vertices than were counted, as many bytes
  for (int i = 0; i < 1000; ++i) more += "v 7 7 7\n";
  std::string fewer = kThree + "f 1 2 3\n";
  fewer.resize(more.size(), '\n');
  const std::string changed = "a.obj: changed while it was read; wait until it is written completely";
  EXPECT_EQ(test::input_error([&] { read_obj(pool(), ChangingSource(fewer, more)); }), changed);
  EXPECT_EQ(test::input_error([&] { read_obj(pool(), ChangingSource(more, fewer)); }), changed);
  EXPECT_EQ(read_obj(pool(), ChangingSource(fewer, fewer)).faces, 1);
}

TEST(Obj, CutAnywhereItReadsOrThrows) {
  const std::string text = tricky_text();
  int read = 0, refused = 0;
  for (size_t n = 1; n <= text.size(); ++n) ++(error_of(text.substr(0, n)).empty() ? read : refused);
  EXPECT_GT(read, 5);
  EXPECT_GT(refused, 50);
}

TEST(Obj, AnyByteChangedItReadsOrThrows) {
  std::mt19937 random(11);
  const std::string text = tricky_text();
  int read = 0, refused = 0;
  for (int i = 0; i < 500; ++i) {
    std::string changed = text;
    for (int k = 0; k <= i % 3; ++k) changed[random() % changed.size()] = static_cast<char>(random());
    ++(error_of(changed).empty() ? read : refused);
  }
  EXPECT_GT(read, 5);
  EXPECT_GT(refused, 50);
}

TEST(Obj, LongLinesOfContinuationsTakeLinearTime) {
  std::string text = kThree + "f";
  for (int i = 0; i < 100000; ++i) text += " 1 \\\n";
  text += "2 3\n";
  EXPECT_EQ(parse(text).mesh.triangles.size(), 100000u);
}

}  // namespace
}  // namespace ocean
