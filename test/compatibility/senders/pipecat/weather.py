# pip: pipecat-ai[openai]==1.14.0 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Pipecat, as text, with its own telemetry."""

import asyncio
import os

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from pipecat.adapters.schemas.function_schema import FunctionSchema
from pipecat.adapters.schemas.tools_schema import ToolsSchema
from pipecat.frames.frames import EndFrame, LLMRunFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.runner import PipelineRunner
from pipecat.pipeline.task import PipelineParams, PipelineTask
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.utils.tracing.setup import setup_tracing

setup_tracing("weather-bot", OTLPSpanExporter())
CITY = {"city": {"type": "string"}}
TOOLS = [FunctionSchema(name="get_weather", description="The weather of a city", properties=CITY, required=["city"])]


async def get_weather(call):
    await call.result_callback("sunny, 22 degrees")


async def talk(model, questions):
    settings = OpenAILLMService.Settings(model=model)
    llm = OpenAILLMService(api_key="stand-in", base_url=os.environ["OPENAI_BASE_URL"], settings=settings)
    llm.register_function("get_weather", get_weather)
    context = LLMContext([{"role": "system", "content": "You are a weather bot"}], tools=ToolsSchema(standard_tools=TOOLS))
    pair = LLMContextAggregatorPair(context)
    task = PipelineTask(
        Pipeline([pair.user(), llm, pair.assistant()]),
        params=PipelineParams(enable_metrics=True, enable_usage_metrics=True),
        enable_tracing=True,
        enable_turn_tracking=True,
        conversation_id="weather-session",
    )

    async def ask():
        for question in questions:
            await asyncio.sleep(1)
            context.add_message({"role": "user", "content": question})
            await task.queue_frames([LLMRunFrame()])
            await asyncio.sleep(2)
        await task.queue_frames([EndFrame()])

    await asyncio.gather(PipelineRunner(handle_sigint=False).run(task), ask())


asyncio.run(talk("gpt-4o-mini", ["Weather in Paris?", "And tomorrow?"]))
asyncio.run(talk("missing-model", ["Weather in Paris?"]))
trace.get_tracer_provider().force_flush()
