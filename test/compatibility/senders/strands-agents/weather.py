# pip: strands-agents[otel,openai]==1.62.0
"""Strands Agents with its own telemetry."""

from strands import Agent, tool
from strands.models.openai import OpenAIModel
from strands.telemetry import StrandsTelemetry

telemetry = StrandsTelemetry()
telemetry.setup_otlp_exporter()


@tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def agent(model):
    return Agent(
        model=OpenAIModel(client_args={"max_retries": 0}, model_id=model),
        system_prompt="You are a weather bot",
        tools=[get_weather],
        callback_handler=None,
        name="weather_bot",
        trace_attributes={"session.id": "weather-session", "user.id": "ada"},
    )


bot = agent("gpt-4o-mini")
bot("Weather in Paris?")
bot("And tomorrow?")
try:
    agent("missing-model")("Weather in Paris?")
except Exception:
    pass
telemetry.tracer_provider.force_flush()
