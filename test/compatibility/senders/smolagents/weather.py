# pip: smolagents[openai]==1.26.0 openinference-instrumentation-smolagents==0.1.43 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""smolagents, with OpenInference's instrumentation."""

from openinference.instrumentation import using_session
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from smolagents import OpenAIServerModel, ToolCallingAgent, tool

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
SmolagentsInstrumentor().instrument(tracer_provider=provider)


@tool
def get_weather(city: str) -> str:
    """The weather of a city

    Args:
        city: The city
    """
    return "sunny, 22 degrees"


def agent(model):
    return ToolCallingAgent(
        tools=[get_weather], model=OpenAIServerModel(model_id=model), instructions="You are a weather bot",
        name="weather_bot", verbosity_level=0, max_steps=3,
    )


bot = agent("gpt-4o-mini")
with using_session("weather-session"):
    bot.run("Weather in Paris?")
    bot.run("And tomorrow?", reset=False)
    try:
        agent("missing-model").run("Weather in Paris?")
    except Exception:
        pass
provider.force_flush()
