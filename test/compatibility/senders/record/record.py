"""Records what published frameworks send. Needs Python 3.12, uv and npm.

    python3 test/compatibility/senders/record/record.py openai-v2 vercel-ai-sdk-6 …

Each folder beside `record` is a framework. Its script `weather.py`, `weather.mjs` or `weather.sh`
names the packages that it needs, with their versions, in lines such as `# pip: openai==2.54.0` or
`// npm: ai@5.0.277`. They are installed below `SENDERS_CACHE` (default `/tmp/senders`). The script
then talks to a stand-in for the providers and sends its traces to a collector; nothing leaves the
machine. What the collector received replaces the `*.json` files of the folder, without the traits
of the machine (`tidy.py`). Hand-made folders have no script.
"""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from tidy import tidy

HERE = pathlib.Path(__file__).parent
TREE = HERE.parents[3]
CACHE = pathlib.Path(os.environ.get("SENDERS_CACHE", "/tmp/senders"))
PROVIDER, HTTP, GRPC = 47400, 47401, 47402


def packages(script, kind):
    lines = re.findall(rf"^(?:#|//) {kind}: (.*)$", script.read_text(), re.MULTILINE)
    return " ".join(lines).split()


def python_of(name, script):
    """The interpreter of an environment that has the packages of a script."""
    place = CACHE / f"{name}-python"
    python = place / "bin" / "python"
    wanted = " ".join(packages(script, "pip"))
    note = place / "installed"
    if not note.exists() or note.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", place], check=True)
        install = ["uv", "pip", "install", "--quiet", "--python", python]
        subprocess.run(["nice", "-n", "10", *install, *wanted.split()], check=True)
        note.write_text(wanted)
    return python


def node_modules_of(name, script):
    """A folder with `node_modules` that has the packages of a script."""
    place = CACHE / f"{name}-node"
    wanted = packages(script, "npm")
    note = place / "installed"
    if not note.exists() or note.read_text() != " ".join(wanted):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        (place / "package.json").write_text('{"private": true, "type": "module"}')
        # Scripts name the peers that they need: those that packages ask for exclude each other.
        options = ["--silent", "--no-audit", "--no-fund", "--save-exact", "--legacy-peer-deps"]
        subprocess.run(["nice", "-n", "10", "npm", "install", *options, *wanted], cwd=place, check=True)
        note.write_text(" ".join(wanted))
    return place


def environment(script, home):
    provider, collector = f"http://127.0.0.1:{PROVIDER}", f"http://127.0.0.1:{HTTP}"
    return {
        "HOME": str(home),
        "PATH": f"{TREE / 'node_modules' / '.bin'}:{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "PROVIDER": provider,
        "COLLECTOR": collector,
        "COLLECTOR_GRPC": f"http://127.0.0.1:{GRPC}",
        "OPENAI_API_KEY": "sk-stand-in",
        "OPENAI_BASE_URL": f"{provider}/v1",
        "ANTHROPIC_API_KEY": "sk-stand-in",
        "ANTHROPIC_BASE_URL": provider,
        "GEMINI_API_KEY": "stand-in",
        "GOOGLE_GEMINI_BASE_URL": provider,
        "OLLAMA_HOST": provider,
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector,
        "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
        # Coding agents have a name of their own.
        **({} if script.suffix == ".sh" else {"OTEL_SERVICE_NAME": "weather-bot"}),
        # The packages' own telemetry about their users.
        "DO_NOT_TRACK": "1",
        "TRACELOOP_TELEMETRY": "false",
        "CREWAI_DISABLE_TELEMETRY": "true",
        "HAYSTACK_TELEMETRY_ENABLED": "False",
        "AGNO_TELEMETRY": "false",
        "MASTRA_TELEMETRY_DISABLED": "1",
        "GUARDRAILS_RUN_SYNC": "true",
    }


def wait_for(port):
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"Nothing listens on port {port}.")


def command(name, script, home):
    if script.suffix == ".py":
        return [python_of(name, script), "-W", "ignore", script], home
    place = node_modules_of(name, script)
    copy = shutil.copy(script, place)
    return ["node" if script.suffix == ".mjs" else "bash", copy], place


def record(name):
    folder = HERE.parent / name
    script = next(folder.glob("weather.*"))
    collector = HERE / "collector.py"
    collector_python = python_of("collector", collector)
    with tempfile.TemporaryDirectory() as work:
        received, home = pathlib.Path(work, "received"), pathlib.Path(work, "home")
        received.mkdir()
        home.mkdir()
        arguments, directory = command(name, script, home)
        log = CACHE / f"{name}.log"
        with log.open("w") as output:
            servers = [
                subprocess.Popen([sys.executable, HERE / "provider.py", str(PROVIDER)], stderr=output),
                subprocess.Popen([collector_python, collector, str(HTTP), str(GRPC), received], stderr=output),
            ]
            try:
                wait_for(PROVIDER)
                wait_for(HTTP)
                subprocess.run(
                    arguments, cwd=directory, env=environment(script, home), stdin=subprocess.DEVNULL,
                    stdout=output, stderr=output, timeout=180, check=False,
                )
            except subprocess.TimeoutExpired:
                print(f"{name}: stopped after three minutes")
            finally:
                for server in servers:
                    server.kill()
                    server.wait()
        files = sorted(received.glob("*.json"))
        # Each request of cumulative metrics repeats the one before.
        repeated = [file for file in files if '"aggregationTemporality": 2' in file.read_text()][:-1]
        files = [file for file in files if file not in repeated]
        if files:
            for old in folder.glob("*.json"):
                old.unlink()
        paths = {str(home): "/home/user", str(CACHE): "/app", str(TREE): "/tree"}
        texts = tidy([file.read_text() for file in files], paths)
        kept = [(file, text) for file, text in zip(files, texts) if text]
        for number, (file, text) in enumerate(kept, 1):
            (folder / f"{number:02}-{file.name.split('-')[1]}").write_text(text)
        size = sum(file.stat().st_size for file in folder.glob("*.json"))
        print(f"{name}: {len(kept)} requests, {size / 1000:.0f} KB; output in {log}")


if __name__ == "__main__":
    CACHE.mkdir(exist_ok=True)
    for framework in sys.argv[1:]:
        record(framework)
