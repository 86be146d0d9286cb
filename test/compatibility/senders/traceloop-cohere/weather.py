# pip: opentelemetry-instrumentation-cohere==0.62.4 cohere==5.21.1
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Cohere's SDK with Traceloop's instrumentation."""

import os

import cohere
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.cohere import CohereInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
CohereInstrumentor().instrument(tracer_provider=provider)

TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
client = cohere.ClientV2(api_key="stand-in", base_url=os.environ["PROVIDER"])
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="command-a-03-2025"):
    options = {"max_retries": 0}
    return client.chat(model=model, messages=messages, tools=[TOOL], request_options=options).message


message = ask()
messages.append({"role": "assistant", "tool_plan": message.tool_plan, "tool_calls": message.tool_calls})
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "sunny, 22 degrees"})
messages.append({"role": "assistant", "content": ask().content[0].text})
messages.append({"role": "user", "content": "And tomorrow?"})
ask()
try:
    ask("missing-model")
except cohere.NotFoundError:
    pass
provider.force_flush()
