# pip: agent-framework-core==1.23.0 agent-framework-openai==1.17.0 openai==3.57.0 opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2 opentelemetry-exporter-otlp-proto-grpc==1.45.2
"""Microsoft's Agent Framework with its own telemetry."""

import asyncio
import os

os.environ["ENABLE_INSTRUMENTATION"] = "true"
os.environ["ENABLE_SENSITIVE_DATA"] = "true"

from agent_framework import Agent
from agent_framework.observability import configure_otel_providers
from agent_framework.openai import OpenAIChatCompletionClient
from opentelemetry import _logs, metrics, trace

configure_otel_providers()


def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


async def talk(model, questions):
    client = OpenAIChatCompletionClient(model=model)
    bot = Agent(client=client, name="weather_bot", instructions="You are a weather bot", tools=[get_weather])
    session = bot.create_session()
    for question in questions:
        await bot.run(question, session=session)


asyncio.run(talk("gpt-4o-mini", ["Weather in Paris?", "And tomorrow?"]))
try:
    asyncio.run(talk("missing-model", ["Weather in Paris?"]))
except Exception:
    pass
for provider in (trace.get_tracer_provider(), _logs.get_logger_provider(), metrics.get_meter_provider()):
    provider.force_flush()
