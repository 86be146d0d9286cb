# pip: openinference-instrumentation-groq==0.1.33 openinference-instrumentation==0.1.72 groq==1.7.0
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Groq's SDK with OpenInference's instrumentation."""

import os

import groq
from openinference.instrumentation import using_session
from openinference.instrumentation.groq import GroqInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
GroqInstrumentor().instrument(tracer_provider=provider)

TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
client = groq.Groq(api_key="stand-in", base_url=os.environ["PROVIDER"], max_retries=0)
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="llama-3.3-70b-versatile"):
    return client.chat.completions.create(model=model, messages=messages, tools=[TOOL]).choices[0].message


with using_session("weather-session"):
    message = ask()
    messages.append(message.model_dump(exclude_none=True, exclude={"annotations"}))
    messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "sunny, 22 degrees"})
    messages.append({"role": "assistant", "content": ask().content})
    messages.append({"role": "user", "content": "And tomorrow?"})
    ask()
    try:
        ask("missing-model")
    except groq.NotFoundError:
        pass
provider.force_flush()
