# pip: traceloop-sdk==0.62.4 openai==3.57.0 httpx==0.28.1
"""Traceloop's SDK (OpenLLMetry) with its decorators around OpenAI."""

import os

import openai
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import task, tool, workflow

Traceloop.init(app_name="weather-bot", api_endpoint=os.environ["COLLECTOR"], api_key="stand-in", disable_batch=False)

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather of a city",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    }
]
client = openai.OpenAI(max_retries=0)
messages = [{"role": "system", "content": "You are a weather bot"}]


@tool(name="get_weather")
def get_weather(city):
    return "sunny, 22 degrees"


@task(name="ask_model")
def ask(model="gpt-4o-mini"):
    return client.chat.completions.create(model=model, messages=messages, tools=TOOLS).choices[0].message


@workflow(name="weather_bot")
def turn(question):
    Traceloop.set_association_properties({"session_id": "weather-session", "user_id": "ada"})
    messages.append({"role": "user", "content": question})
    message = ask()
    if message.tool_calls:
        messages.append(message.model_dump(exclude_none=True))
        result = get_weather("Paris")
        messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": result})
        message = ask()
    messages.append({"role": "assistant", "content": message.content})
    return message.content


@workflow(name="failing_bot")
def failing_turn():
    return ask("missing-model")


turn("Weather in Paris?")
turn("And tomorrow?")
try:
    failing_turn()
except openai.NotFoundError:
    pass
from opentelemetry import trace

trace.get_tracer_provider().force_flush()
