# pip: langfuse==5.0.4 openai==3.57.0
"""Langfuse's Python SDK: its wrapper of OpenAI, and its decorator for tools and agents."""

import os

os.environ["LANGFUSE_HOST"] = os.environ["LANGFUSE_BASE_URL"] = os.environ["COLLECTOR"]
os.environ["LANGFUSE_PUBLIC_KEY"] = "pk-lf-stand-in"
os.environ["LANGFUSE_SECRET_KEY"] = "sk-lf-stand-in"

from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import openai

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


@observe(as_type="tool")
def get_weather(city):
    return "sunny, 22 degrees"


def ask(model="gpt-4o-mini"):
    return client.chat.completions.create(model=model, messages=messages, tools=TOOLS).choices[0].message


@observe(name="weather_bot", as_type="agent")
def turn(question, model="gpt-4o-mini"):
    messages.append({"role": "user", "content": question})
    message = ask(model)
    if message.tool_calls:
        messages.append(message.model_dump(exclude_none=True))
        result = get_weather(city="Paris")
        messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": result})
        message = ask(model)
    messages.append({"role": "assistant", "content": message.content})
    return message.content


with propagate_attributes(session_id="weather-session", user_id="ada", tags=["weather"]):
    turn("Weather in Paris?")
    turn("And tomorrow?")
    try:
        turn("Weather in Paris?", "missing-model")
    except openai.NotFoundError:
        pass
get_client().flush()
