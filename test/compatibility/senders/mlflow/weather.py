# pip: mlflow==3.17.2 openai==3.57.0 opentelemetry-exporter-otlp-proto-http==1.45.2
"""MLflow's tracing of OpenAI, exported over OTLP."""

import os

os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = os.environ["COLLECTOR"] + "/v1/traces"
os.environ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/protobuf"
os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"

import mlflow
import openai

mlflow.openai.autolog()

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


@mlflow.trace(name="get_weather", span_type="TOOL")
def get_weather(city):
    return "sunny, 22 degrees"


def ask(model):
    return client.chat.completions.create(model=model, messages=messages, tools=TOOLS).choices[0].message


@mlflow.trace(name="weather_bot", span_type="AGENT")
def turn(question, model="gpt-4o-mini"):
    mlflow.update_current_trace(metadata={"mlflow.trace.session": "weather-session", "mlflow.trace.user": "ada"})
    messages.append({"role": "user", "content": question})
    message = ask(model)
    if message.tool_calls:
        messages.append(message.model_dump(exclude_none=True))
        result = get_weather(city="Paris")
        messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": result})
        message = ask(model)
    messages.append({"role": "assistant", "content": message.content})
    return message.content


turn("Weather in Paris?")
turn("And tomorrow?")
try:
    turn("Weather in Paris?", "missing-model")
except openai.NotFoundError:
    pass
mlflow.flush_trace_async_logging()
