# pip: litellm==1.110.2 opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""LiteLLM with its OpenTelemetry callback."""

import os

os.environ["OTEL_EXPORTER"] = "otlp_http"
os.environ["OTEL_ENDPOINT"] = os.environ["COLLECTOR"] + "/v1/traces"
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm

litellm.callbacks = ["otel"]
litellm.telemetry = False

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather of a city",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    }
]
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="openai/gpt-4o-mini"):
    return litellm.completion(
        model=model, messages=messages, tools=TOOLS, num_retries=0, max_retries=0,
        metadata={"session_id": "weather-session"},
    )


message = ask().choices[0].message
messages.append(message.model_dump(exclude_none=True))
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "sunny, 22 degrees"})
messages.append({"role": "assistant", "content": ask().choices[0].message.content})
messages.append({"role": "user", "content": "And tomorrow?"})
ask()
litellm.embedding(model="text-embedding-3-small", input=["Weather in Paris?"])
try:
    ask("openai/missing-model")
except litellm.NotFoundError:
    pass

import time

from opentelemetry import trace

time.sleep(2)
getattr(trace.get_tracer_provider(), "force_flush", lambda: None)()
