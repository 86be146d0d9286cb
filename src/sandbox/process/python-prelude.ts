import { MAX_MESSAGE, MAX_PRINTED, MAX_RESULT } from './protocol.js';

/**
 * Runs inside Python, before the code of users. `answer` takes and returns JSON text. What it imports
 * is ready for the code, too.
 *
 * Hiding modules only gives clear errors: code can undo it, but every way from there to JavaScript is closed
 * (`python-realm.ts`, docs/adr/0048-code-runs-in-webassembly.md).
 */
export const PYTHON_PRELUDE = `
import ast, asyncio, collections, datetime, difflib, functools, gc, inspect, io, itertools, json, math, os, re
import statistics, string, sys, textwrap, traceback, types, unicodedata

FILE = "evaluator.py"
PREFERRED = "evaluate"
HIDDEN = {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "micropip", "ctypes", "_ctypes"}


class HiddenFinder:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named '{name}' in the sandbox", name=name)
        return None


sys.meta_path[:] = [HiddenFinder()] + [
    finder for finder in sys.meta_path if not type(finder).__module__.startswith("_pyodide")
]
for name in list(sys.modules):
    if name.split(".")[0] in HIDDEN:
        del sys.modules[name]
sys.dont_write_bytecode = True
sys.path[:] = [part for part in sys.path if part.endswith(".zip")]
os.environ.clear()
# That of JavaScript.
asyncio._set_running_loop(None)


class Printed(io.TextIOBase):
    def __init__(self):
        self.pieces, self.size = [], 0

    def writable(self):
        return True

    def write(self, text):
        if self.size < ${MAX_PRINTED}:
            self.pieces.append(text[: ${MAX_PRINTED} - self.size])
        self.size += len(text)
        return len(text)


class Problem(Exception):
    def __init__(self, message, line=None):
        self.message, self.line = message, line


def find_function(source):
    tree = ast.parse(source, FILE)
    found = {
        node.name: node
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    node = found.get(PREFERRED)
    if node is None and len(found) == 1:
        node = next(iter(found.values()))
    if node is None:
        raise Problem(f'Define a function with the name "{PREFERRED}".')
    if node.args.vararg or node.args.kwarg:
        raise Problem("Each parameter needs a name, such as output or reference.", node.lineno)
    return tree, node


def parameters_of(node):
    positional = node.args.posonlyargs + node.args.args
    optional = len(node.args.defaults)
    found = [
        {"name": arg.arg, "isRequired": at < len(positional) - optional}
        for at, arg in enumerate(positional)
    ]
    for arg, default in zip(node.args.kwonlyargs, node.args.kw_defaults):
        found.append({"name": arg.arg, "isRequired": default is None})
    return found


def run(source, inputs):
    tree, node = find_function(source)
    module = types.ModuleType("evaluator")
    sys.modules["evaluator"] = module
    exec(compile(tree, FILE, "exec"), module.__dict__)
    evaluate = module.__dict__[node.name]
    ordered = [inputs[arg.arg] for arg in node.args.posonlyargs if arg.arg in inputs]
    names = [arg.arg for arg in node.args.args + node.args.kwonlyargs]
    result = evaluate(*ordered, **{name: inputs[name] for name in names if name in inputs})
    if inspect.iscoroutine(result):
        try:
            result.send(None)
        except StopIteration as done:
            result = done.value
        else:
            raise Problem("The code waits for something that never happens in the sandbox.")
    try:
        value = json.dumps(result, allow_nan=False)
    except TypeError as error:
        raise Problem(f"The function returned a value that is not JSON: {error}.") from None
    except ValueError as error:
        raise Problem("The function returned a value that is not a number in JSON.") from None
    if len(value) > ${MAX_RESULT}:
        raise Problem("The function returned more than ${MAX_RESULT} characters.")
    return value


def line_of(error):
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno
    lines = [
        frame.lineno
        for frame in traceback.walk_tb(error.__traceback__)
        for frame in [traceback.FrameSummary(frame[0].f_code.co_filename, frame[1], "")]
        if frame.filename == FILE
    ]
    return lines[-1] if lines else None


def describe_error(error):
    if isinstance(error, KeyboardInterrupt):
        return "time", ""
    if isinstance(error, MemoryError):
        return "memory", ""
    if isinstance(error, SystemExit):
        return "code", "The code called exit()."
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    name = type(error).__name__
    return "code", (f"{name}: {text}" if text else name)[:${MAX_MESSAGE}]


def answer(text):
    request = json.loads(text)
    printed = Printed()
    sys.stdout = sys.stderr = printed
    try:
        if request["task"] == "describe":
            parameters = parameters_of(find_function(request["source"])[1])
            reply = {"outcome": "described", "parameters": parameters}
        else:
            value = run(request["source"], json.loads(request["inputs"]))
            reply = {"outcome": "returned", "value": value}
    except Problem as problem:
        reply = {"outcome": "failed", "reason": "code", "message": problem.message, "line": problem.line}
    except BaseException as error:
        try:
            reason, message = describe_error(error)
        except BaseException:
            reason, message = "code", "The code failed with an error that cannot be shown."
        reply = {"outcome": "failed", "reason": reason, "message": message, "line": line_of(error)}
    reply["printed"] = "".join(printed.pieces)
    return json.dumps(reply)


# What is left of the start must not end while code runs, because it refers to JavaScript.
gc.collect()
`;
