# pip: pydantic-ai-slim[openai]==2.68.0 logfire==5.4.0
"""Pydantic AI, instrumented by Logfire, which sends to another backend than its own."""

import os

import logfire
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelHTTPError

os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = os.environ["COLLECTOR"]
logfire.configure(send_to_logfire=False, service_name="weather-bot", console=False)
logfire.instrument_pydantic_ai()


def agent(model):
    bot = Agent(f"openai-chat:{model}", system_prompt="You are a weather bot", name="weather_bot")

    @bot.tool_plain
    def get_weather(city: str) -> str:
        """The weather of a city"""
        return "sunny, 22 degrees"

    return bot


bot = agent("gpt-4o-mini")
first = bot.run_sync("Weather in Paris?")
bot.run_sync("And tomorrow?", message_history=first.all_messages())
try:
    agent("missing-model").run_sync("Weather in Paris?")
except ModelHTTPError:
    pass
logfire.force_flush()
