# pip: openai-agents==0.24.0 logfire==5.4.0 openai==3.57.0
"""OpenAI's Agents SDK, instrumented by Logfire."""

import agents
import logfire
import openai
from agents import Agent, Runner, SQLiteSession, function_tool

agents.set_trace_processors([])
logfire.configure(send_to_logfire=False, service_name="weather-bot", console=False)
logfire.instrument_openai_agents()


@function_tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


def agent(model):
    return Agent(name="weather_bot", instructions="You are a weather bot", tools=[get_weather], model=model)


session = SQLiteSession("weather-session")
Runner.run_sync(agent("gpt-4o-mini"), "Weather in Paris?", session=session)
Runner.run_sync(agent("gpt-4o-mini"), "And tomorrow?", session=session)
try:
    Runner.run_sync(agent("missing-model"), "Weather in Paris?")
except openai.NotFoundError:
    pass
logfire.force_flush()
