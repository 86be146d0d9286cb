# pip: autogen-agentchat==0.7.5 autogen-ext[openai]==0.7.5 openai==3.57.0
# pip: openinference-instrumentation-openai==0.1.66 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""AutoGen with its own spans, above OpenInference's of OpenAI."""

import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import TextMessageTermination
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import SingleThreadedAgentRuntime
from autogen_ext.models.openai import OpenAIChatCompletionClient
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
OpenAIInstrumentor().instrument()
INFO = {"vision": False, "function_calling": True, "json_output": False, "family": "unknown", "structured_output": False}


async def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


async def talk(model, questions):
    client = OpenAIChatCompletionClient(model=model, max_retries=0, model_info=INFO)
    bot = AssistantAgent(
        "weather_bot", model_client=client, tools=[get_weather], system_message="You are a weather bot",
        reflect_on_tool_use=True,
    )
    runtime = SingleThreadedAgentRuntime(tracer_provider=provider)
    runtime.start()
    team = RoundRobinGroupChat([bot], termination_condition=TextMessageTermination("weather_bot"), runtime=runtime)
    for question in questions:
        await team.run(task=question)
    await runtime.stop()


asyncio.run(talk("gpt-4o-mini", ["Weather in Paris?"]))
try:
    asyncio.run(talk("missing-model", ["Weather in Paris?"]))
except Exception:
    pass
provider.force_flush()
