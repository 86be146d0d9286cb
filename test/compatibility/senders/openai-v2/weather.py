# pip: opentelemetry-instrumentation-openai-v2==2.4b0 opentelemetry-util-genai==0.4b0 openai==2.54.0
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""OpenTelemetry's own instrumentation of OpenAI, whose content is in attributes of the spans."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "span_only"

import openai
from opentelemetry import _logs, metrics, trace
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

tracer_provider = TracerProvider()
tracer_provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(tracer_provider)
logger_provider = LoggerProvider()
logger_provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
_logs.set_logger_provider(logger_provider)
meter_provider = MeterProvider([PeriodicExportingMetricReader(OTLPMetricExporter())])
metrics.set_meter_provider(meter_provider)
OpenAIInstrumentor().instrument()

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

client = openai.OpenAI(max_retries=0)
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="gpt-4o-mini", **more):
    return client.chat.completions.create(model=model, messages=messages, tools=TOOLS, **more)


message = ask().choices[0].message
messages.append(message.model_dump(exclude_none=True))
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "sunny, 22 degrees"})
messages.append({"role": "assistant", "content": ask(temperature=0.5).choices[0].message.content})
messages.append({"role": "user", "content": "And tomorrow?"})
for chunk in ask(stream=True, stream_options={"include_usage": True}):
    pass
client.embeddings.create(model="text-embedding-3-small", input="Weather in Paris?")
try:
    ask(model="missing-model")
except openai.NotFoundError:
    pass

for provider in (tracer_provider, logger_provider, meter_provider):
    provider.force_flush()
