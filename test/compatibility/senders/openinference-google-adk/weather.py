# pip: google-adk==2.13.0 openinference-instrumentation-google-adk==1.0.5 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.44.0 opentelemetry-exporter-otlp-proto-http==1.44.0
"""Google's Agent Development Kit against Gemini, with OpenInference's instrumentation."""

import asyncio
import os

os.environ["GOOGLE_API_KEY"] = "stand-in"

from google.adk.agents import LlmAgent
from google.adk.runners import InMemoryRunner
from google.genai import types
from openinference.instrumentation.google_adk import GoogleADKInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
GoogleADKInstrumentor().instrument(tracer_provider=provider)


def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


async def talk(model, questions):
    agent = LlmAgent(name="weather_bot", model=model, instruction="You are a weather bot", tools=[get_weather])
    runner = InMemoryRunner(agent=agent, app_name="weather")
    session = await runner.session_service.create_session(app_name="weather", user_id="ada")
    for question in questions:
        content = types.Content(role="user", parts=[types.Part(text=question)])
        async for _ in runner.run_async(user_id="ada", session_id=session.id, new_message=content):
            pass


asyncio.run(talk("gemini-2.5-flash", ["Weather in Paris?", "And tomorrow?"]))
try:
    asyncio.run(talk("gemini-missing", ["Weather in Paris?"]))
except Exception:
    pass
provider.force_flush()
