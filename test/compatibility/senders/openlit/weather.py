# pip: openlit==1.45.0 openai==2.54.0
"""OpenLIT around OpenAI."""

import os

import openai
import openlit

openlit.init(otlp_endpoint=os.environ["COLLECTOR"], application_name="weather-bot", environment="test")

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
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="gpt-4o-mini", **more):
    return client.chat.completions.create(model=model, messages=messages, tools=TOOLS, **more)


message = ask().choices[0].message
messages.append(message.model_dump(exclude_none=True))
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "sunny, 22 degrees"})
messages.append({"role": "assistant", "content": ask().choices[0].message.content})
messages.append({"role": "user", "content": "And tomorrow?"})
for chunk in ask(stream=True, stream_options={"include_usage": True}):
    pass
client.embeddings.create(model="text-embedding-3-small", input="Weather in Paris?")
try:
    ask(model="missing-model")
except openai.NotFoundError:
    pass

from opentelemetry import trace

trace.get_tracer_provider().force_flush()
