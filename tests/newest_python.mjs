// Runs what needs no process of its own on CPython 3.14, which Pyodide carries (WebAssembly, by Node.js):
//
//   npm install --prefix FOLDER pyodide
//   pip install --target FOLDER/site --only-binary :all: --no-compile \
//     pytest 'hypothesis<6.141' jinja2 pyyaml click rich junitparser packaging dulwich
//   node tests/newest_python.mjs FOLDER
//
// Those libraries are the ones that also run without their compiled parts; msgspec and pydantic do not.
import path from "node:path";
import { pathToFileURL } from "node:url";

const HERE = path.resolve(import.meta.dirname, "..");
const PURE = [
  "tests/game", "tests/model", "tests/text", "tests/test_scoring.py",
  "tests/sandbox/inside/memoizer", "tests/sandbox/inside/tracing", "tests/sandbox/inside/test_boards.py",
];
const NEED_COMPILED_LIBRARIES = [
  "model/test_hostile_text.py", "model/test_source.py", "text/test_isolation_text.py",
  "sandbox/inside/memoizer/test_effects.py", "sandbox/inside/memoizer/test_rules.py",
].map((name) => `--ignore=tests/${name}`);
const OPTIONS = [
  "-q", "--noconftest", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", "/repository",
  "-W", "error", "-W", "ignore::pytest.PytestUnknownMarkWarning",
  "--deselect", "tests/game/test_tree.py::test_the_table_is_computed_once_in_well_under_a_tenth_of_a_second",
  "-W", "ignore::SyntaxWarning",  // 3.14 warns of `return` in a `finally` block, which one of the cases has
];

const folder = path.resolve(process.argv[2]);
const found = pathToFileURL(path.join(folder, "node_modules/pyodide/pyodide.mjs"));
const python = await (await import(found)).loadPyodide();
python.mountNodeFS("/repository", HERE);
python.mountNodeFS("/site", path.join(folder, "site"));
python.globals.set("ARGUMENTS", python.toPy([...OPTIONS, ...NEED_COMPILED_LIBRARIES, ...PURE]));
process.exitCode = python.runPython(`
import os, sys, time

time.thread_time = time.process_time  # WebAssembly has one thread and no clock of its own for it
sys.path[:0] = ["/repository", "/site"]
sys.dont_write_bytecode = True
os.chdir("/repository")
import pytest

int(pytest.main([*ARGUMENTS]))
`);
