# pip: opentelemetry-instrumentation-anthropic==0.62.4 anthropic==2.14.0
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Anthropic's SDK with Traceloop's instrumentation alone."""

import anthropic
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
AnthropicInstrumentor().instrument(tracer_provider=provider)

TOOL = {
    "name": "get_weather",
    "description": "The weather of a city",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
client = anthropic.Anthropic(max_retries=0)
messages = [{"role": "user", "content": "Weather in Paris?"}]


def ask(model="claude-sonnet-4-5"):
    return client.messages.create(
        model=model, max_tokens=500, system="You are a weather bot", tools=[TOOL], messages=messages
    )


answer = ask()
messages.append({"role": "assistant", "content": [block.model_dump() for block in answer.content]})
result = {"type": "tool_result", "tool_use_id": answer.content[0].id, "content": "sunny, 22 degrees"}
messages.append({"role": "user", "content": [result]})
messages.append({"role": "assistant", "content": ask().content[0].text})
messages.append({"role": "user", "content": "And tomorrow?"})
with client.messages.stream(
    model="claude-sonnet-4-5", max_tokens=500, system="You are a weather bot", messages=messages
) as stream:
    stream.get_final_message()
try:
    ask("missing-model")
except anthropic.NotFoundError:
    pass
provider.force_flush()
