# pip: openai-agents==0.24.0 openinference-instrumentation-openai-agents==2.6.0 openinference-instrumentation==0.1.72 openai==3.57.0
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""OpenAI's Agents SDK, with OpenInference's instrumentation."""

import agents
import openai
from agents import Agent, Runner, SQLiteSession, function_tool
from openinference.instrumentation import using_session
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
agents.set_trace_processors([])
OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)


@function_tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def agent(model):
    return Agent(name="weather_bot", instructions="You are a weather bot", tools=[get_weather], model=model)


session = SQLiteSession("weather-session")
with using_session("weather-session"):
    Runner.run_sync(agent("gpt-4o-mini"), "Weather in Paris?", session=session)
    Runner.run_sync(agent("gpt-4o-mini"), "And tomorrow?", session=session)
    try:
        Runner.run_sync(agent("missing-model"), "Weather in Paris?")
    except openai.NotFoundError:
        pass
provider.force_flush()
