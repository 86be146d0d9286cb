"""Takes the traits of a machine, and what is too long to review, out of a recorded request."""

import getpass
import json
import re
import socket

# Attributes of resources that tell of the machine.
MACHINE = re.compile(r"^(host|process|os|container|cloud|device)\.|^service\.instance\.id$")
TOOLS = {"gen_ai.tool.definitions", "ai.prompt.tools", "tools"}
# Attributes of spans that say something of models.
SAID = re.compile(r"^(gen_ai|ai|llm|openinference)\.")
MOST_METRICS = 30
USED = re.compile(r"token|cost|turn\.(count|e2e)|tool\.call$|api_request$")
MOST_SPANS = 100
MOST_OTHERS = 20
LONGEST = 1500
LINES_OF_STACK = 2
WIDTH = 150


def cut_text(text):
    """Cuts long texts; texts of JSON stay JSON."""
    if len(text) <= LONGEST:
        return text
    if text[0] in "[{":
        try:
            return json.dumps(cut(json.loads(text)), ensure_ascii=False)
        except ValueError:
            pass
    return text[:40] + " … (cut)"


def cut_tools(text):
    """Two of the many tools of a coding agent, without their long descriptions."""
    try:
        tools = json.loads(text)
    except ValueError:
        return cut_text(text)
    if not isinstance(tools, list) or len(text) <= LONGEST:
        return text
    return json.dumps(shorten(tools[:2]), ensure_ascii=False)


def cut_tool(tool):
    try:
        return {"stringValue": json.dumps(shorten(json.loads(tool["stringValue"])), ensure_ascii=False)}
    except (KeyError, ValueError):
        return tool


def shorten(value):
    if isinstance(value, str):
        return value if len(value) <= 60 else value[:40] + " … (cut)"
    if isinstance(value, list):
        return [shorten(inner) for inner in value[:2]]
    if isinstance(value, dict):
        return {key: shorten(inner) for key, inner in value.items()}
    return value


def cut_stack(text):
    lines = text.strip().split("\n")
    if len(lines) <= 2 * LINES_OF_STACK:
        return text
    return "\n".join([*lines[:LINES_OF_STACK], *lines[-LINES_OF_STACK:]])


def cut(value):
    if isinstance(value, str):
        return cut_text(value)
    if isinstance(value, list):
        return [cut(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.get("key") in TOOLS and "stringValue" in value.get("value", {}):
        return {**value, "value": {"stringValue": cut_tools(value["value"]["stringValue"])}}
    if value.get("key") in TOOLS and "arrayValue" in value.get("value", {}):
        tools = value["value"]["arrayValue"].get("values", [])[:2]
        return {**value, "value": {"arrayValue": {"values": [cut_tool(tool) for tool in tools]}}}
    if value.get("key") == "exception.stacktrace" and "stringValue" in value.get("value", {}):
        return {**value, "value": {"stringValue": cut_stack(value["value"]["stringValue"])}}
    return {key: cut(inner) for key, inner in value.items() if key != "exemplars"}


def drop_noise(bodies):
    """Of a sender that tells all that it does: spans about models, those above them, and a few others."""
    scopes = [c for body in bodies for r in body.get("resourceSpans", []) for c in r["scopeSpans"]]
    spans = {span["spanId"]: span for scope in scopes for span in scope["spans"]}
    if len(spans) <= MOST_SPANS:
        return
    kept = set()
    for span in spans.values():
        if any(SAID.match(a["key"]) for a in span.get("attributes", [])):
            while span and span["spanId"] not in kept:
                kept.add(span["spanId"])
                span = spans.get(span.get("parentSpanId"))
    others = [i for i, span in spans.items() if i not in kept and span.get("parentSpanId", "") in kept]
    kept.update(others[:MOST_OTHERS])
    for scope in scopes:
        scope["spans"] = [span for span in scope["spans"] if span["spanId"] in kept]


def drop_metrics(body):
    """Of a sender of very many metrics: those that tell what was used."""
    for scope in [c for r in body.get("resourceMetrics", []) for c in r["scopeMetrics"]]:
        if len(scope["metrics"]) > MOST_METRICS:
            scope["metrics"] = [m for m in scope["metrics"] if USED.search(m["name"])]


def has_content(body):
    return "resourceSpans" not in body or any(c["spans"] for r in body["resourceSpans"] for c in r["scopeSpans"])


def dump(value, depth=0):
    """JSON with one attribute a line."""
    flat = json.dumps(value, ensure_ascii=False)
    is_text = isinstance(value, dict) and "stringValue" in value.get("value", {})
    if len(flat) + depth <= WIDTH or is_text or not isinstance(value, (dict, list)):
        return flat
    inside, outside = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(value, list):
        return "[" + ",".join(inside + dump(inner, depth + 1) for inner in value) + outside + "]"
    lines = (f"{inside}{json.dumps(key)}: {dump(inner, depth + 1)}" for key, inner in value.items())
    return "{" + ",".join(lines) + outside + "}"


def tidy(texts, paths):
    """The texts of requests without traits of the machine; "" if nothing is left of one. `paths` says what replaces which path."""
    bodies = [tidy_request(text, paths) for text in texts]
    for body in bodies:
        drop_metrics(body)
    drop_noise(bodies)
    return [dump(body) + "\n" if has_content(body) else "" for body in bodies]


def tidy_request(text, paths):
    for path, instead in paths.items():
        text = text.replace(path, instead)
    text = text.replace(socket.gethostname(), "machine")
    text = re.sub(r"/[\w./-]*/(site-packages|lib/python3\.\d+)/", r"/app/\1/", text)
    text = re.sub(rf"\b{re.escape(getpass.getuser())}@", "user@", text)
    body = cut(json.loads(text))
    for resources in body.values():
        for entry in resources if isinstance(resources, list) else []:
            resource = entry.get("resource", {})
            kept = [a for a in resource.get("attributes", []) if not MACHINE.search(a["key"])]
            resource["attributes"] = kept
    return body
