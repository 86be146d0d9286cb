# pip: opentelemetry-instrumentation-google-genai==1.3b0 google-genai==2.34.0
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Google's Gen AI SDK with OpenTelemetry's instrumentation, whose content is in attributes of the spans."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "span_and_event"

from google import genai
from google.genai import errors, types
from opentelemetry import _logs, trace
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.google_genai import GoogleGenAiSdkInstrumentor
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
logger_provider = LoggerProvider()
logger_provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
_logs.set_logger_provider(logger_provider)
GoogleGenAiSdkInstrumentor().instrument()


def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


client = genai.Client(api_key="stand-in", http_options={"base_url": os.environ["PROVIDER"]})
config = types.GenerateContentConfig(system_instruction="You are a weather bot", tools=[get_weather])
chat = client.chats.create(model="gemini-2.5-flash", config=config)
chat.send_message("Weather in Paris?")
for chunk in chat.send_message_stream("And tomorrow?"):
    pass
try:
    client.models.generate_content(model="gemini-missing", contents="Weather in Paris?", config=config)
except errors.ClientError:
    pass
provider.force_flush()
logger_provider.force_flush()
