# pip: logfire==5.4.0 openai==2.54.0
"""OpenAI, instrumented by Logfire: chat completions and responses."""

import logfire
import openai

logfire.configure(send_to_logfire=False, service_name="weather-bot", console=False)
logfire.instrument_openai()

FUNCTION = {
    "name": "get_weather",
    "description": "The weather of a city",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
client = openai.OpenAI(max_retries=0)
messages = [
    {"role": "system", "content": "You are a weather bot"},
    {"role": "user", "content": "Weather in Paris?"},
]


def ask(model="gpt-4o-mini", **more):
    tools = [{"type": "function", "function": FUNCTION}]
    return client.chat.completions.create(model=model, messages=messages, tools=tools, **more)


with logfire.span("weather-bot"):
    message = ask().choices[0].message
    messages.append(message.model_dump(exclude_none=True))
    messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "sunny, 22 degrees"})
    messages.append({"role": "assistant", "content": ask().choices[0].message.content})
    messages.append({"role": "user", "content": "And tomorrow?"})
    for chunk in ask(stream=True, stream_options={"include_usage": True}):
        pass
    client.responses.create(
        model="gpt-4o-mini",
        instructions="You are a weather bot",
        input="Weather in Paris?",
        tools=[{"type": "function", **FUNCTION}],
    )
    client.embeddings.create(model="text-embedding-3-small", input="Weather in Paris?")
    try:
        ask(model="missing-model")
    except openai.NotFoundError:
        pass
logfire.force_flush()
