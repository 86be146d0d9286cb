# pip: crewai==1.15.30 openinference-instrumentation-crewai==1.1.21 openinference-instrumentation-openai==0.1.66 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""CrewAI, with OpenInference's instrumentations of CrewAI and OpenAI."""

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool
from openinference.instrumentation import using_session
from openinference.instrumentation.crewai import CrewAIInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
CrewAIInstrumentor().instrument(tracer_provider=provider)
OpenAIInstrumentor().instrument(tracer_provider=provider)


@tool("get_weather")
def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def ask(question, model="gpt-4o-mini"):
    bot = Agent(
        role="Weather bot", goal="Tell the weather", backstory="You are a weather bot",
        tools=[get_weather], llm=LLM(model=model, max_retries=0), max_retry_limit=0,
    )
    task = Task(description=question, expected_output="One sentence", agent=bot)
    return Crew(agents=[bot], tasks=[task], verbose=False).kickoff()


with using_session("weather-session"):
    ask("Weather in Paris?")
    ask("And tomorrow?")
    try:
        ask("Weather in Paris?", "missing-model")
    except Exception:
        pass
provider.force_flush()
