# pip: openinference-instrumentation-google-genai==1.4.14 openinference-instrumentation==0.1.72 google-genai==3.6.1
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Google's Gen AI SDK with OpenInference's instrumentation."""

import os

from google import genai
from google.genai import errors, types
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from openinference.instrumentation.google_genai import GoogleGenAIInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
GoogleGenAIInstrumentor().instrument(tracer_provider=provider)


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
