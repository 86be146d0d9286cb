# pip: livekit-agents==1.8.9 livekit-plugins-openai==1.8.9
# pip: opentelemetry-exporter-otlp-proto-http==1.45.2
"""LiveKit Agents, as text, with its own telemetry."""

import asyncio
import os

from livekit.agents import Agent, AgentSession, APIConnectOptions, function_tool, telemetry
from livekit.agents.voice.agent_session import SessionConnectOptions
from livekit.plugins import openai
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
telemetry.set_tracer_provider(provider)


@function_tool
async def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


async def talk(model, questions):
    once = SessionConnectOptions(llm_conn_options=APIConnectOptions(max_retry=0))
    llm = openai.LLM(model=model, base_url=os.environ["OPENAI_BASE_URL"])
    async with AgentSession(llm=llm, conn_options=once) as session:
        await session.start(Agent(instructions="You are a weather bot", tools=[get_weather]))
        for question in questions:
            await session.run(user_input=question)


asyncio.run(talk("gpt-4o-mini", ["Weather in Paris?", "And tomorrow?"]))
try:
    asyncio.run(asyncio.wait_for(talk("missing-model", ["Weather in Paris?"]), 20))
except Exception:
    pass
provider.force_flush()
