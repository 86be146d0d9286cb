# pip: openinference-instrumentation-langchain==0.1.80 openinference-instrumentation==0.1.72 langchain==1.5.2 langgraph==1.2.24 langchain-openai==1.7.4
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""An agent of LangChain on LangGraph, with OpenInference's instrumentation of LangChain."""

import openai
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from openinference.instrumentation import using_session
from openinference.instrumentation.langchain import LangChainInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
LangChainInstrumentor().instrument(tracer_provider=provider)


@tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def agent(model):
    return create_agent(
        ChatOpenAI(model=model, max_retries=0),
        tools=[get_weather],
        system_prompt="You are a weather bot",
        checkpointer=InMemorySaver(),
    )


config = {"configurable": {"thread_id": "weather-session"}}
bot = agent("gpt-4o-mini")
with using_session("weather-session"):
    for question in ("Weather in Paris?", "And tomorrow?"):
        bot.invoke({"messages": [{"role": "user", "content": question}]}, config)
    try:
        agent("missing-model").invoke({"messages": [{"role": "user", "content": "Weather in Paris?"}]}, config)
    except openai.NotFoundError:
        pass
provider.force_flush()
