# pip: agno==3.1.10 openai==3.57.0 openinference-instrumentation-agno==1.0.15 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Agno, with OpenInference's instrumentation."""

from agno.agent import Agent
from agno.db.in_memory import InMemoryDb
from agno.models.openai import OpenAIChat
from openinference.instrumentation.agno import AgnoInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
AgnoInstrumentor().instrument(tracer_provider=provider)


def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def agent(model):
    return Agent(
        name="weather_bot", model=OpenAIChat(id=model, max_retries=0), tools=[get_weather],
        instructions="You are a weather bot", db=InMemoryDb(), add_history_to_context=True, telemetry=False,
    )


bot = agent("gpt-4o-mini")
bot.run("Weather in Paris?", session_id="weather-session", user_id="ada")
bot.run("And tomorrow?", session_id="weather-session", user_id="ada")
try:
    agent("missing-model").run("Weather in Paris?", session_id="weather-session")
except Exception:
    pass
provider.force_flush()
