# pip: haystack-ai==3.4.1 openinference-instrumentation-haystack==0.1.46 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Haystack: an agent and an embedder, with OpenInference's instrumentation."""

from typing import Annotated

from haystack import Pipeline
from haystack.components.agents import Agent
from haystack.components.embedders import OpenAITextEmbedder
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import tool
from openinference.instrumentation import using_session
from openinference.instrumentation.haystack import HaystackInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
HaystackInstrumentor().instrument(tracer_provider=provider)


@tool
def get_weather(city: Annotated[str, "The city"]) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def ask(messages, model="gpt-4o-mini"):
    agent = Agent(
        chat_generator=OpenAIChatGenerator(model=model, max_retries=0),
        tools=[get_weather], system_prompt="You are a weather bot",
    )
    pipeline = Pipeline()
    pipeline.add_component("weather_bot", agent)
    return pipeline.run({"weather_bot": {"messages": messages}})["weather_bot"]["messages"]


with using_session("weather-session"):
    messages = ask([ChatMessage.from_user("Weather in Paris?")])
    ask([*messages, ChatMessage.from_user("And tomorrow?")])
    OpenAITextEmbedder(model="text-embedding-3-small").run(text="Weather in Paris?")
    try:
        ask([ChatMessage.from_user("Weather in Paris?")], "missing-model")
    except Exception:
        pass
provider.force_flush()
