# pip: ag2[openai,tracing]==1.2.1
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""AG2 with its middleware for telemetry."""

import asyncio
import os

from ag2 import Agent, tool
from ag2.config import OpenAIConfig
from ag2.middleware.builtin.telemetry import TelemetryMiddleware
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))


@tool
async def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def agent(model):
    telemetry = TelemetryMiddleware(
        tracer_provider=provider, agent_name="weather_bot", provider_name="openai", model_name=model
    )
    return Agent(
        "weather_bot", prompt="You are a weather bot", tools=[get_weather], middleware=[telemetry],
        config=OpenAIConfig(model=model, base_url=os.environ["OPENAI_BASE_URL"], max_retries=0),
    )


async def talk():
    reply = await agent("gpt-4o-mini").ask("Weather in Paris?")
    await reply.ask("And tomorrow?")
    try:
        await agent("missing-model").ask("Weather in Paris?")
    except Exception:
        pass


asyncio.run(talk())
provider.force_flush()
