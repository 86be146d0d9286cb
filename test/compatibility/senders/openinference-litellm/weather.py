# pip: litellm==1.110.2 openinference-instrumentation-litellm==0.1.51 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""LiteLLM with OpenInference's instrumentation."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
from openinference.instrumentation.litellm import LiteLLMInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

litellm.telemetry = False
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
LiteLLMInstrumentor().instrument(tracer_provider=provider)

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

provider.force_flush()
