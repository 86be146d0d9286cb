# pip: semantic-kernel==1.45.0 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Semantic Kernel for Python: spans, and content in records of the logs."""

import asyncio
import logging
import os

os.environ["SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS"] = "true"
os.environ["SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE"] = "true"

from opentelemetry import _logs, trace
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
logger_provider = LoggerProvider()
logger_provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
_logs.set_logger_provider(logger_provider)
handler = LoggingHandler()
handler.addFilter(logging.Filter("semantic_kernel"))
logging.getLogger().addHandler(handler)
logging.getLogger().setLevel(logging.INFO)


class Weather:
    @kernel_function(name="get_weather", description="The weather of a city")
    def get_weather(self, city: str) -> str:
        return "sunny, 22 degrees"


async def talk(model, questions):
    bot = ChatCompletionAgent(
        service=OpenAIChatCompletion(ai_model_id=model), name="weather_bot",
        instructions="You are a weather bot", plugins=[Weather()],
    )
    thread = None
    for question in questions:
        thread = (await bot.get_response(messages=question, thread=thread)).thread


asyncio.run(talk("gpt-4o-mini", ["Weather in Paris?", "And tomorrow?"]))
try:
    asyncio.run(talk("missing-model", ["Weather in Paris?"]))
except Exception:
    pass
provider.force_flush()
logger_provider.force_flush()
