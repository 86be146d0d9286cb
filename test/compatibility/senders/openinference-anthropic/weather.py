# pip: openinference-instrumentation-anthropic==3.1.0 openinference-instrumentation==0.1.72 anthropic==2.14.0
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""OpenInference's instrumentation of Anthropic."""

import anthropic
from openinference.instrumentation import using_session
from openinference.instrumentation.anthropic import AnthropicInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
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


with using_session("weather-session"):
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
