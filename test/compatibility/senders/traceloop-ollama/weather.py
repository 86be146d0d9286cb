# pip: opentelemetry-instrumentation-ollama==0.62.4 ollama==0.6.3
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Ollama's client with Traceloop's instrumentation. The model has no price."""

import ollama
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.ollama import OllamaInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
OllamaInstrumentor().instrument(tracer_provider=provider)

TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
client = ollama.Client()
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="llama3.2"):
    return client.chat(model=model, messages=messages, tools=[TOOL]).message


messages.append(ask().model_dump(exclude_none=True))
messages.append({"role": "tool", "tool_name": "get_weather", "content": "sunny, 22 degrees"})
messages.append({"role": "assistant", "content": ask().content})
messages.append({"role": "user", "content": "And tomorrow?"})
ask()
try:
    ask("missing-model")
except ollama.ResponseError:
    pass
provider.force_flush()
