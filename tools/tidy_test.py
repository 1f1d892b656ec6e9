"""Plants one violation of each house rule in a small tree and expects it to be found, there and nowhere else; and finds what the scanner
of functions must see and must not see."""
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from house.functions import functions, strip  # noqa: E402

CLEAN = {
    "src/base/text.h": "#pragma once\nint twice(int value);\n",
    "src/base/text.cpp": '#include "base/text.h"\n\nint twice(int value) { return 2 * value; }\n',
    "src/cli/verbs.h": "Verb cost_verb();\n",
    "src/cli/main.cpp": '#include "base/text.h"\n#include "cli/verbs.h"\n\nint main() { return twice(0); }\n',
    "dev": "case $1 in\n  build)\n  test)\nesac\n",
    "package.json": '{"dependencies": {"echarts": "6.1.0"}}\n',
    "package-lock.json": '{"packages": {"": {}, "node_modules/echarts": {"version": "6.1.0", "integrity": "sha512-AAAA"}}}\n',
    "docs/schema/cost.json": '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}\n',
    "docs/start.md": "```\n$ ./dev cost cost.toml\n./dev build   # once\n```\nOutside of a block ./dev nonsense is no command.\n",
}


def body(lines):
    return "{\n" + "  ;\n" * (lines - 2) + "}\n"


class Tree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for name, text in CLEAN.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def tidy(self, *flags):
        done = subprocess.run([sys.executable, str(HERE / "tidy"), *flags, str(self.root)], capture_output=True, text=True)
        return done.returncode, done.stdout

    def expect(self, name, text, *messages, flags=()):
        """The planted file, and only it, is complained of, once for each message."""
        self.write(name, text)
        code, out = self.tidy(*flags)
        lines = out.splitlines()
        self.assertEqual(code, 1, out)
        self.assertEqual(len(lines), len(messages), out)
        for message in messages:
            self.assertTrue(any(message in line for line in lines), f"{message!r} not in:\n{out}")
        for line in lines:
            self.assertTrue(line.startswith(name + ":"), line)

    def test_a_clean_tree_passes(self):
        code, out = self.tidy("--complete")
        self.assertEqual(code, 0, out)

    def test_includes_go_one_way(self):
        self.expect("src/base/a.cpp", '#include "cli/verbs.h"\n', 'base may not include "cli/verbs.h"')

    def test_a_folder_that_the_house_does_not_have(self):
        self.expect("src/misc/a.cpp", "int a;\n", "no folder of the house")

    def test_folders_that_calculate_reach_nothing_outside(self):
        self.expect("src/economics/a.cpp", '#include <fstream>\n#include "base/file.h"\n', "<fstream>", '"base/file.h"')

    def test_costly_headers_stay_out_of_headers(self):
        self.expect("src/report/a.h", "#include <nlohmann/json.hpp>\n", "a costly header")

    def test_sizes(self):
        self.expect("src/base/a.cpp", "int a;\n" * 501, "501 lines; stop at 500")
        (self.root / "src/base/a.cpp").unlink()
        self.expect("src/base/a.h", "int a;\n" * 201, "201 lines; stop at 200")
        (self.root / "src/base/a.h").unlink()
        self.expect("src/base/a.cpp", "int a = 1" + " + 1" * 40 + ";\n", "columns; stop at 140")
        (self.root / "src/base/a.cpp").unlink()
        self.expect("src/base/a.cpp", "void far(int a) " + body(71), "far has 71 lines; stop at 70")

    def test_parameters(self):
        self.expect("src/base/a.cpp", "void wide(int a, int b, int c, int d) {}\n", "wide takes 4 parameters")

    def test_names(self):
        self.expect("src/base/row_manager.cpp", "int a;\n", "a name that says nothing")

    def test_only_the_command_line_prints_exits_and_asks_for_the_time(self):
        self.expect("src/report/a.cpp", 'void a() { fmt::print("x"); }\nvoid b() { std::fputs("x", stderr); }\n', ":1: prints", ":2: prints")
        self.expect("src/report/a.cpp", "void a() { std::exit(1); }\nvoid b() { exit(1); }\n", ":1: ends", ":2: ends")
        self.expect("src/report/a.cpp", "auto a() { return std::chrono::system_clock::now(); }\n", "asks for the time")
        self.expect("src/report/a.cpp", "std::random_device a;\n", "draws unseeded")
        self.expect("src/report/a.cpp", "using namespace std;\n", "opens std")

    def test_a_comment_and_a_text_are_no_code(self):
        self.write("src/report/a.cpp", '// std::exit(1)\nconst char* a = "std::cout and 1\'000";\nint b = 1\'000; /* rand() */ int c = 2\'000;\n')
        code, out = self.tidy()
        self.assertEqual(code, 0, out)

    def test_a_source_that_nobody_uses(self):
        self.write("src/base/orphan.h", "int a();\n")
        self.expect("src/base/orphan.cpp", '#include "base/orphan.h"\n', "nobody includes", flags=["--complete"])

    def test_what_tests_share_is_used_by_tests(self):
        self.write("src/base/rows_test.h", "int a();\n")
        self.write("src/base/rows_test.cpp", '#include "base/rows_test.h"\n')
        self.write("src/base/other_test.cpp", '#include "base/rows_test.h"\n')
        code, out = self.tidy("--complete")
        self.assertEqual(code, 0, out)

    def test_an_include_that_is_nowhere_or_not_in_git(self):
        self.expect("src/report/a.cpp", '#include "base/nowhere.h"\n', ":1: base/nowhere.h does not exist", flags=["--complete"])
        subprocess.run(["git", "init", "-q"], cwd=self.root, check=True)
        subprocess.run(["git", "add", "."], cwd=self.root, check=True)
        self.write("src/base/new.h", "int a();\n")
        self.expect("src/report/a.cpp", '#include "base/new.h"\n', ":1: base/new.h is not added to git", flags=["--complete"])

    def test_words_that_no_file_may_hold(self):
        for text, message in [
            ("see https://registry." + "npm" + "js.org/x", "package registry"), ("lies in /" + "work/main", "path of one machine"),
            ("as iss" + "ue #12 says", "tracker"), ("the sub-" + "agent wrote", "how it was made"), ("TO" + "DO: finish", "left to do"),
            ("<" * 7 + " HEAD", "merge"),
        ]:
            with self.subTest(text=text):
                self.expect("docs/page.md", text + "\n", message)

    def test_words_that_only_look_like_them(self):
        self.write("docs/page.md", "framework/work/x; an issue; owner/name iss" + "ue 12; a session of requests; pytorch/pytorch#12345; mktemp XX" + "XXXX\n")
        code, out = self.tidy()
        self.assertEqual(code, 0, out)

    def test_the_lock_file_holds_digests_and_no_address(self):
        entry = '{"packages": {"": {},\n"node_modules/%s": {%s}}}\n'
        digest = '"integrity": "sha512-AAAA"'
        self.expect("package-lock.json", entry % ("a", digest + ', "resolved": "x"'), "package-lock.json:2: holds an address")
        self.expect("package-lock.json", entry % ("a", digest + ', "x": "https://host/a.tgz"'), "holds an address")
        self.expect("package-lock.json", entry % ("a", '"version": "1"'), "a has no SHA-512")
        self.expect("package-lock.json", entry % ("node-gyp", digest), "node-gyp came in")

    def test_overrides_that_debians_npm_cannot_read(self):
        self.expect("package.json", '{"overrides": {"a": "npm:b@1"}}\n', "npm 9 fails")

    def test_schemas(self):
        self.expect("docs/schema/cost.json", "{", "is no JSON")
        self.expect("docs/schema/cost.json", '{"type": "array"}', "a schema has")
        self.write("docs/schema/cost.json", CLEAN["docs/schema/cost.json"])
        self.expect("docs/schema/other.json", CLEAN["docs/schema/cost.json"], "there is no verb other")

    def test_commands_that_pages_show(self):
        self.expect("docs/page.md", "```\n./dev profle x\naccelprep build\naccelprep cost --nonsense=1\n```\n", "no ./dev profle", "no accelprep build",
                    "nothing knows --nonsense", flags=["--complete"])

    def test_the_project_itself_has_no_false_alarm(self):
        done = subprocess.run([sys.executable, str(HERE / "tidy")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


class Scanner(unittest.TestCase):
    def names(self, code):
        return [(function.name, function.lines, function.parameters) for function in functions(strip(textwrap.dedent(code)))]

    def test_calls_and_lambdas_are_no_functions(self):
        self.assertEqual(self.names("""
            namespace a::b {
            const auto kTable = std::map<int, int>{{1, f(2, 3, 4, 5)}};
            const auto kLambda = [](int a, int b, int c, int d) { return a; };
            Foo made(1, 2, 3, 4);
            int outer(int a) {
              const auto sum = [&](int b, int c, int d, int e) {
                return b;
              };
              if (sum(1, 2, 3, 4)) { call(1, 2, 3, 4); }
              for (auto x : Foo{1, 2, 3, 4}) {}
              return sum(a, 1, 2, 3);
            }
            }
            """), [("outer", 8, 1)])

    def test_constructors_with_initialiser_lists(self):
        self.assertEqual(self.names("""
            Foo::Foo(int a, std::map<int, int> b, int c, int d) : a_(a), b_{std::move(b)}, Base<int>{c} {
              run();
            }
            struct Bar final : public Foo {
              explicit Bar(int a) noexcept : Foo{a, {1, 2}} {}
              Bar(const Bar&) = delete;
              int x = 3;
              std::vector<int> list{1, 2};
            };
            """), [("Foo::Foo", 3, 4), ("Bar", 1, 1)])

    def test_every_way_to_head_a_function(self):
        self.assertEqual([name for name, _, _ in self.names("""
            template <class T, class U = std::vector<int>>
            [[nodiscard]] auto one(T a, U b) -> decltype(a + b) { return a; }
            template <class T> requires std::is_integral_v<T> T two(T a) { return a; }
            extern "C" int three(const uint8_t* data, size_t size) { return 0; }
            bool operator==(const A& a, const A& b) { return true; }
            int A::operator()(int a) const { return a; }
            A::operator bool() const { return true; }
            ~A() override {}
            static constexpr std::array<int, 2> four() { return {1, 2}; }
            const char* five(int a = 3, std::string b = {}) noexcept { return ""; }
            enum class E : int { six, seven };
            class C : D<int> { public: virtual void eight(int a) = 0; private: int nine_(int) { return 0; } };
            void* (*pointer)(int, int, int, int) = nullptr;
            """)], ["one", "two", "three", "operator==", "A::operator()", "A::operatorbool", "~A", "four", "five", "eight", "nine_"])

    def test_commas_inside_types_are_no_parameters(self):
        self.assertEqual(self.names("void f(std::map<int, std::pair<int, int>> a, std::function<void(int, int)> b, int c = g(1, 2)) {}"),
                         [("f", 1, 3)])
        self.assertEqual(self.names("void f(void) {}\nvoid g() {}"), [("f", 1, 0), ("g", 1, 0)])

    def test_a_foreign_interface_is_as_wide_as_it_is(self):
        self.assertEqual(self.names('extern "C" int f(int a, int b, int c, int d, int e) { return 0; }'), [("f", 1, 0)])

    def test_tests_and_macros_are_no_functions(self):
        self.assertEqual(self.names("""
            #define TRY(a, b, c, d) \\
              do { a; } while (false)
            TEST(Suite, Name) { EXPECT_EQ(1, 1); }
            TEST_F(Suite, Name) { }
            int after() { return 0; }
            """), [("after", 1, 0)])

    def test_a_digit_separator_is_no_quote(self):
        self.assertEqual(self.names("bool f(int a) { return a < 98'000 || a > '}'; }\nint g() { return 1'0; }"), [("f", 1, 1), ("g", 1, 0)])


if __name__ == "__main__":
    unittest.main()
