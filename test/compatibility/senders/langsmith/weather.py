# pip: langsmith[otel]==0.15.1 langchain==1.5.2 langgraph==1.2.24 langchain-openai==1.7.4 openai==3.57.0
"""LangSmith's SDK, which exports runs of LangChain and its own decorators as OpenTelemetry spans."""

import os

os.environ["LANGSMITH_OTEL_ENABLED"] = "true"
os.environ["LANGSMITH_OTEL_ONLY"] = "true"
os.environ["LANGSMITH_TRACING"] = "true"
os.environ["LANGSMITH_API_KEY"] = "lsv2_stand_in"
os.environ["LANGSMITH_ENDPOINT"] = os.environ["COLLECTOR"]
os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = os.environ["COLLECTOR"] + "/v1/traces"

import langsmith
import openai
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langsmith import traceable
from langsmith.wrappers import wrap_openai


@tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def agent(model):
    return create_agent(
        ChatOpenAI(model=model, max_retries=0), tools=[get_weather], system_prompt="You are a weather bot"
    )


config = {"metadata": {"session_id": "weather-session"}}
agent("gpt-4o-mini").invoke({"messages": [{"role": "user", "content": "Weather in Paris?"}]}, config)
try:
    agent("missing-model").invoke({"messages": [{"role": "user", "content": "Weather in Paris?"}]}, config)
except openai.NotFoundError:
    pass


@traceable(run_type="chain", name="weather_bot")
def turn(question):
    client = wrap_openai(openai.OpenAI(max_retries=0))
    messages = [
        {"role": "system", "content": "You are a weather bot"},
        {"role": "user", "content": question},
    ]
    return client.chat.completions.create(model="gpt-4o-mini", messages=messages).choices[0].message.content


turn("And tomorrow?", langsmith_extra={"metadata": {"session_id": "weather-session"}})
langsmith.Client().flush()
from opentelemetry import trace

getattr(trace.get_tracer_provider(), "force_flush", lambda: None)()
