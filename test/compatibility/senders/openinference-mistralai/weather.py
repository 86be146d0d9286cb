# pip: openinference-instrumentation-mistralai==2.2.2 openinference-instrumentation==0.1.72 mistralai==3.7.0
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Mistral's SDK with OpenInference's instrumentation."""

import os

from mistralai.client import Mistral
from openinference.instrumentation import using_session
from openinference.instrumentation.mistralai import MistralAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
MistralAIInstrumentor().instrument(tracer_provider=provider)

TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
client = Mistral(api_key="stand-in", server_url=os.environ["PROVIDER"])
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="mistral-small-latest"):
    return client.chat.complete(model=model, messages=messages, tools=[TOOL]).choices[0].message


with using_session("weather-session"):
    message = ask()
    messages.append(message.model_dump(exclude_none=True))
    call = message.tool_calls[0]
    messages.append({"role": "tool", "name": "get_weather", "tool_call_id": call.id, "content": "sunny, 22 degrees"})
    messages.append({"role": "assistant", "content": ask().content})
    messages.append({"role": "user", "content": "And tomorrow?"})
    ask()
    try:
        ask("missing-model")
    except Exception:
        pass
provider.force_flush()
