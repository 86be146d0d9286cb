# pip: openinference-instrumentation-openai==0.1.66 openinference-instrumentation==0.1.72 openai==3.57.0
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""OpenInference's instrumentation of OpenAI: chat completions and responses."""

import openai
from openinference.instrumentation import using_session
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
OpenAIInstrumentor().instrument(tracer_provider=provider)

FUNCTION = {
    "name": "get_weather",
    "description": "The weather of a city",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
client = openai.OpenAI(max_retries=0)
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="gpt-4o-mini", **more):
    tools = [{"type": "function", "function": FUNCTION}]
    return client.chat.completions.create(model=model, messages=messages, tools=tools, **more)


with using_session("weather-session"):
    message = ask().choices[0].message
    messages.append(message.model_dump(exclude_none=True))
    messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "sunny, 22 degrees"})
    messages.append({"role": "assistant", "content": ask().choices[0].message.content})
    messages.append({"role": "user", "content": "And tomorrow?"})
    for chunk in ask(stream=True, stream_options={"include_usage": True}):
        pass
    client.responses.create(
        model="gpt-4o-mini",
        instructions="You are a weather bot",
        input="Weather in Paris?",
        tools=[{"type": "function", **FUNCTION}],
    )
    client.embeddings.create(model="text-embedding-3-small", input="Weather in Paris?")
    try:
        ask(model="missing-model")
    except openai.NotFoundError:
        pass
provider.force_flush()
