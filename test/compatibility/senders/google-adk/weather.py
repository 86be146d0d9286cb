# pip: google-adk==2.13.0 opentelemetry-exporter-otlp-proto-http==1.44.0
"""Google's Agent Development Kit against Gemini: spans, and content in events of the logs."""

import asyncio
import os

os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"
os.environ["GOOGLE_API_KEY"] = "stand-in"

from google.adk.agents import LlmAgent
from google.adk.runners import InMemoryRunner
from google.adk.telemetry.setup import maybe_set_otel_providers
from google.genai import types
from opentelemetry import _logs, metrics, trace

maybe_set_otel_providers()


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
for provider in (trace.get_tracer_provider(), _logs.get_logger_provider(), metrics.get_meter_provider()):
    provider.force_flush()
