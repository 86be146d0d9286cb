"""A stand-in for model providers, on 127.0.0.1. Standard library only.

It answers in the formats of OpenAI (chat completions, responses, embeddings), Anthropic, Gemini,
Ollama, Cohere and Bedrock, with or without streaming. The answers are fixed: a call of `get_weather` while
that tool is offered and has no result since the last question, otherwise "It is sunny.". A coding
agent, which does not offer `get_weather`, is made to run `echo sunny` instead. The usage is always
120 input tokens, of which 64 are cached, and 45 output tokens, of which 12 are reasoning. A model
whose name contains `missing` does not exist.

    python3 provider.py PORT
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANSWER = "It is sunny."
CITY = {"city": "Paris"}
CREATED = 1767225600
# Tools of coding agents that run a command, and what they are asked to do.
SHELLS = {
    "Bash": {"command": "echo sunny", "description": "Look outside"},
    "bash": {"command": "echo sunny", "description": "Look outside"},
    "shell": {"command": ["echo", "sunny"]},
    "exec_command": {"cmd": "echo sunny"},
    "shell_command": {"command": "echo sunny"},
    "run_shell_command": {"command": "echo sunny", "description": "Look outside", "is_background": False},
}
# Tools by which agents give their answer.
FINAL = {"final_answer": {"answer": ANSWER}}


def sample(schema):
    """A value that a JSON schema allows."""
    if not isinstance(schema, dict):
        return ANSWER
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return sample(schema[key][0])
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    kind = schema.get("type")
    if kind == "object":
        return {name: sample(inner) for name, inner in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample(schema.get("items"))]
    return {"integer": 22, "number": 22.5, "boolean": True, "null": None}.get(kind, ANSWER)


def choose(tools, answered, forced=None, schema=None, prompt=""):
    """What the model says: `(tool, arguments)` or a text. `tools` maps names to schemas."""
    if forced and forced in tools and forced != "get_weather":
        return forced, sample(tools[forced])
    if not answered:
        for name in tools:
            if name.endswith("get_weather"):
                return name, CITY
        for name, arguments in SHELLS.items():
            if name in tools:
                return name, arguments
    for name, arguments in FINAL.items():
        if name in tools:
            return name, arguments
    if schema:
        return json.dumps(sample(schema))
    fields = [name for name in re.findall(r"\[\[ ## (\w+) ## \]\]", prompt) if name != "completed"]
    if fields and "[[ ## completed ## ]]" in prompt:
        outputs = [name for name in dict.fromkeys(fields) if name not in ("question", "history")]
        return "\n\n".join(f"[[ ## {name} ## ]]\n{ANSWER}" for name in outputs) + "\n\n[[ ## completed ## ]]"
    if "Final Answer:" in prompt:
        return f"Thought: I now can give a great answer\nFinal Answer: {ANSWER}"
    return ANSWER


class Missing(Exception):
    pass


def openai_chat(body):
    messages = body.get("messages", [])
    last = max((i for i, m in enumerate(messages) if m["role"] == "user"), default=0)
    answered = any(m["role"] in ("tool", "function") for m in messages)
    answered = answered or any("Observation:" in str(m.get("content")) for m in messages[last:])
    tools = {t["function"]["name"]: t["function"].get("parameters", {}) for t in body.get("tools") or [] if "function" in t}
    choice = body.get("tool_choice")
    forced = choice["function"]["name"] if isinstance(choice, dict) and "function" in choice else None
    if choice == "required" and len(tools) == 1:
        forced = next(iter(tools))
    schema = ((body.get("response_format") or {}).get("json_schema") or {}).get("schema")
    prompt = " ".join(str(m.get("content")) for m in messages if m["role"] in ("system", "user"))
    said = choose(tools, answered, forced, schema, prompt)
    message = {"role": "assistant", "content": said, "refusal": None, "annotations": []}
    reason = "stop"
    if isinstance(said, tuple):
        call = {"id": "call_weather1", "type": "function", "function": {"name": said[0], "arguments": json.dumps(said[1])}}
        message.update(content=None, tool_calls=[call])
        reason = "tool_calls"
    usage = {
        "prompt_tokens": 120,
        "completion_tokens": 45,
        "total_tokens": 165,
        "prompt_tokens_details": {"cached_tokens": 64, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 12, "audio_tokens": 0},
    }
    model = {"gpt-4o-mini": "gpt-4o-mini-2024-07-18"}.get(body["model"], body["model"])
    common = {"id": "chatcmpl-weather1", "created": CREATED, "model": model, "system_fingerprint": "fp_weather", "service_tier": "default"}
    if not body.get("stream"):
        choice = {"index": 0, "message": message, "finish_reason": reason, "logprobs": None}
        return {**common, "object": "chat.completion", "choices": [choice], "usage": usage}
    deltas = [{"role": "assistant", "content": "" if reason == "stop" else None}]
    if reason == "stop":
        deltas += [{"content": said[:6]}, {"content": said[6:]}]
    else:
        call = {"index": 0, **message["tool_calls"][0]}
        arguments = call["function"]["arguments"]
        deltas.append({"tool_calls": [{**call, "function": {**call["function"], "arguments": ""}}]})
        deltas.append({"tool_calls": [{"index": 0, "function": {"arguments": arguments}}]})
    chunk = {**common, "object": "chat.completion.chunk"}
    events = [{**chunk, "choices": [{"index": 0, "delta": d, "finish_reason": None}], "usage": None} for d in deltas]
    events.append({**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": None})
    if (body.get("stream_options") or {}).get("include_usage"):
        events.append({**chunk, "choices": [], "usage": usage})
    return [(None, e) for e in events] + [(None, "[DONE]")]


def openai_responses(body):
    items = body.get("input", [])
    items = items if isinstance(items, list) else [{"role": "user", "content": items}]
    answered = any(i.get("type") in ("function_call_output", "custom_tool_call_output") for i in items)
    tools = {t["name"]: t.get("parameters", {}) for t in body.get("tools") or [] if t.get("name")}
    text = body.get("text") or {}
    schema = (text.get("format") or {}).get("schema")
    said = choose(tools, answered, None, schema)
    if isinstance(said, tuple):
        item = {"type": "function_call", "id": "fc_weather1", "call_id": "call_weather1", "name": said[0], "arguments": json.dumps(said[1]), "status": "completed"}
    else:
        part = {"type": "output_text", "text": said, "annotations": [], "logprobs": []}
        item = {"type": "message", "id": "msg_weather1", "role": "assistant", "status": "completed", "content": [part]}
    usage = {
        "input_tokens": 120,
        "input_tokens_details": {"cached_tokens": 64},
        "output_tokens": 45,
        "output_tokens_details": {"reasoning_tokens": 12},
        "total_tokens": 165,
    }
    response = {
        "id": "resp_weather1", "object": "response", "created_at": CREATED, "status": "completed", "error": None,
        "incomplete_details": None, "instructions": body.get("instructions"), "max_output_tokens": None,
        "model": {"gpt-4o-mini": "gpt-4o-mini-2024-07-18"}.get(body["model"], body["model"]), "output": [item],
        "parallel_tool_calls": True, "previous_response_id": None, "reasoning": {"effort": None, "summary": None},
        "store": False, "temperature": 1.0, "text": {"format": {"type": "text"}}, "tool_choice": "auto",
        "tools": body.get("tools") or [], "top_p": 1.0, "truncation": "disabled", "usage": usage, "user": None, "metadata": {},
    }
    if not body.get("stream"):
        return response
    started = {**response, "status": "in_progress", "output": [], "usage": None}
    events = [{"type": "response.created", "response": started}, {"type": "response.in_progress", "response": started}]
    if isinstance(said, tuple):
        events.append({"type": "response.output_item.added", "output_index": 0, "item": {**item, "arguments": "", "status": "in_progress"}})
        where = {"item_id": item["id"], "output_index": 0}
        events.append({"type": "response.function_call_arguments.delta", **where, "delta": item["arguments"]})
        events.append({"type": "response.function_call_arguments.done", **where, "arguments": item["arguments"], "name": item["name"]})
    else:
        events.append({"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": [], "status": "in_progress"}})
        where = {"item_id": item["id"], "output_index": 0, "content_index": 0}
        events.append({"type": "response.content_part.added", **where, "part": {**part, "text": ""}})
        events.append({"type": "response.output_text.delta", **where, "delta": said, "logprobs": []})
        events.append({"type": "response.output_text.done", **where, "text": said, "logprobs": []})
        events.append({"type": "response.content_part.done", **where, "part": part})
    events.append({"type": "response.output_item.done", "output_index": 0, "item": item})
    events.append({"type": "response.completed", "response": response})
    return [(e["type"], {**e, "sequence_number": n}) for n, e in enumerate(events)]


def openai_embeddings(body):
    inputs = body["input"] if isinstance(body["input"], list) else [body["input"]]
    vector = [0.25, -0.5, 0.125, 1.0]
    if body.get("encoding_format") == "base64":
        vector = "AACAPgAAAL8AAAA+AACAPw=="
    data = [{"object": "embedding", "index": i, "embedding": vector} for i in range(len(inputs))]
    return {"object": "list", "model": body["model"], "data": data, "usage": {"prompt_tokens": 8, "total_tokens": 8}}


def anthropic(body):
    blocks = [b for m in body["messages"] if isinstance(m["content"], list) for b in m["content"]]
    answered = any(b.get("type") == "tool_result" for b in blocks)
    tools = {t["name"]: t.get("input_schema", {}) for t in body.get("tools") or []}
    choice = body.get("tool_choice") or {}
    said = choose(tools, answered, choice.get("name"))
    if isinstance(said, tuple):
        block, reason = {"type": "tool_use", "id": "toolu_weather1", "name": said[0], "input": said[1]}, "tool_use"
    else:
        block, reason = {"type": "text", "text": said}, "end_turn"
    usage = {"input_tokens": 56, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 64, "output_tokens": 45, "service_tier": "standard"}
    model = {"claude-sonnet-4-5": "claude-sonnet-4-5-20250929"}.get(body["model"], body["model"])
    message = {"id": "msg_weather1", "type": "message", "role": "assistant", "model": model, "content": [block], "stop_reason": reason, "stop_sequence": None, "usage": usage}
    if not body.get("stream"):
        return message
    start = {**message, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    events = [{"type": "message_start", "message": start}]
    if reason == "tool_use":
        events.append({"type": "content_block_start", "index": 0, "content_block": {**block, "input": {}}})
        events.append({"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": json.dumps(said[1])}})
    else:
        events.append({"type": "content_block_start", "index": 0, "content_block": {**block, "text": ""}})
        events.append({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": said}})
    events.append({"type": "content_block_stop", "index": 0})
    events.append({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": {"output_tokens": 45}})
    events.append({"type": "message_stop"})
    return [(e["type"], e) for e in events]


def gemini(body, model, stream):
    parts = [p for c in body.get("contents", []) for p in c.get("parts", [])]
    answered = any("functionResponse" in p for p in parts)
    declared = [d for t in body.get("tools") or [] for d in t.get("functionDeclarations", [])]
    tools = {d["name"]: d.get("parameters") or d.get("parametersJsonSchema") or {} for d in declared}
    config = body.get("generationConfig") or {}
    said = choose(tools, answered, None, config.get("responseSchema") or config.get("responseJsonSchema"))
    part = {"functionCall": {"name": said[0], "args": said[1]}} if isinstance(said, tuple) else {"text": said}
    answer = {
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 120, "candidatesTokenCount": 33, "thoughtsTokenCount": 12, "cachedContentTokenCount": 64, "totalTokenCount": 165},
        "modelVersion": model,
        "responseId": "gemini-weather1",
    }
    return [(None, answer)] if stream else answer


def ollama(body, chat):
    messages = body.get("messages") or []
    tools = {t["function"]["name"]: t["function"].get("parameters", {}) for t in body.get("tools") or []}
    said = choose(tools, any(m["role"] == "tool" for m in messages))
    call = isinstance(said, tuple)
    message = {"role": "assistant", "content": "" if call else said}
    if call:
        message["tool_calls"] = [{"function": {"name": said[0], "arguments": said[1]}}]
    answer = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z", "done": True, "done_reason": "stop"}
    answer.update({"message": message} if chat else {"response": said})
    answer.update(total_duration=900000000, load_duration=1000000, prompt_eval_count=120, prompt_eval_duration=200000000, eval_count=45, eval_duration=600000000)
    return answer


def cohere(body):
    messages = body["messages"]
    tools = {t["function"]["name"]: {} for t in body.get("tools") or []}
    said = choose(tools, any(m["role"] == "tool" for m in messages))
    message, reason = {"role": "assistant", "content": [{"type": "text", "text": said}]}, "COMPLETE"
    if isinstance(said, tuple):
        call = {"id": "get_weather_1", "type": "function", "function": {"name": said[0], "arguments": json.dumps(said[1])}}
        message, reason = {"role": "assistant", "tool_plan": "I will look.", "tool_calls": [call]}, "TOOL_CALL"
    tokens = {"input_tokens": 120, "output_tokens": 45}
    return {"id": "cohere-weather1", "message": message, "finish_reason": reason, "usage": {"billed_units": tokens, "tokens": tokens}}


def bedrock(body, model):
    blocks = [b for m in body["messages"] for b in m["content"]]
    tools = {t["toolSpec"]["name"]: {} for t in (body.get("toolConfig") or {}).get("tools", [])}
    said = choose(tools, any("toolResult" in b for b in blocks))
    block, reason = {"text": said}, "end_turn"
    if isinstance(said, tuple):
        block, reason = {"toolUse": {"toolUseId": "tooluse_weather1", "name": said[0], "input": said[1]}}, "tool_use"
    return {
        "output": {"message": {"role": "assistant", "content": [block]}},
        "stopReason": reason,
        "usage": {"inputTokens": 56, "outputTokens": 45, "totalTokens": 165, "cacheReadInputTokens": 64, "cacheWriteInputTokens": 0},
        "metrics": {"latencyMs": 900},
    }


def answer(path, body):
    if converse := re.search(r"/model/([^/]+)/converse$", path):
        if "missing" in converse[1]:
            raise Missing(converse[1])
        return bedrock(body, converse[1])
    match = re.search(r"/models/([^/:]+):(\w+)", path)
    model = match[1] if match else str(body.get("model", ""))
    if "missing" in model:
        raise Missing(model)
    if match and match[2] in ("generateContent", "streamGenerateContent"):
        return gemini(body, model, match[2] == "streamGenerateContent")
    if path.endswith("/chat/completions"):
        return openai_chat(body)
    if path.endswith("/responses"):
        return openai_responses(body)
    if path.endswith("/embeddings"):
        return openai_embeddings(body)
    if path.endswith("/messages/count_tokens"):
        return {"input_tokens": 120}
    if path.endswith("/messages"):
        return anthropic(body)
    if path.endswith(("/api/chat", "/api/generate")):
        return ollama(body, path.endswith("/api/chat"))
    if path.endswith("/v2/chat"):
        return cohere(body)
    return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        models = ["gpt-4o-mini", "claude-sonnet-4-5", "gemini-2.5-flash", "llama3.2"]
        self.reply(200, {"object": "list", "data": [{"id": m, "object": "model"} for m in models], "models": []})

    def do_POST(self):
        path = self.path.split("?")[0]
        raw = self.read()
        try:
            said = answer(path, json.loads(raw or b"{}"))
        except Missing as missing:
            message = f"The model `{missing}` does not exist"
            error = {"message": message, "type": "invalid_request_error", "param": None, "code": "model_not_found"}
            if "generateContent" in path.lower() or ":" in path:
                error = {"code": 404, "message": message, "status": "NOT_FOUND"}
            elif path.endswith("/messages"):
                error = {"type": "not_found_error", "message": message}
            return self.reply(404, {"type": "error", "error": error, "message": message})
        except ValueError:
            said = None
        if said is None:
            return self.reply(404, {"error": {"message": f"Nothing at {path}"}})
        if isinstance(said, list):
            return self.stream(said)
        return self.reply(200, said, "application/x-ndjson" if path.startswith("/api/") else "application/json")

    def read(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def reply(self, status, value, media_type="application/json"):
        body = json.dumps(value).encode() + b"\n"
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, events):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for name, data in events:
            text = data if isinstance(data, str) else json.dumps(data)
            self.wfile.write(((f"event: {name}\n" if name else "") + f"data: {text}\n\n").encode())
        self.close_connection = True

    def log_message(self, *parts):
        sys.stderr.write(f"{self.command} {self.path}\n")


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
