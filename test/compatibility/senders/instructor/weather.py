# pip: instructor==1.17.0 openinference-instrumentation-instructor==0.1.29 openinference-instrumentation-openai==0.1.66 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Instructor, with OpenInference's instrumentations of it and of OpenAI."""

import instructor
import openai
from openinference.instrumentation import using_session
from openinference.instrumentation.instructor import InstructorInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from pydantic import BaseModel

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
InstructorInstrumentor().instrument(tracer_provider=provider)
OpenAIInstrumentor().instrument(tracer_provider=provider)


class Weather(BaseModel):
    forecast: str
    degrees: int


client = instructor.from_openai(openai.OpenAI(max_retries=0))


def ask(question, model="gpt-4o-mini"):
    messages = [
        {"role": "system", "content": "You are a weather bot"},
        {"role": "user", "content": question},
    ]
    return client.chat.completions.create(model=model, response_model=Weather, messages=messages, max_retries=0)


with using_session("weather-session"):
    ask("Weather in Paris?")
    ask("And tomorrow?")
    try:
        ask("Weather in Paris?", "missing-model")
    except Exception:
        pass
provider.force_flush()
