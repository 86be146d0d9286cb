# pip: llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-embeddings-openai==0.7.0
# pip: openinference-instrumentation-llama-index==4.6.1 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""LlamaIndex: an agent and a question to an index, with OpenInference's instrumentation."""

import asyncio
import os

from llama_index.core import Document, VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI
from openinference.instrumentation import using_session
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
LlamaIndexInstrumentor().instrument(tracer_provider=provider)
BASE = os.environ["OPENAI_BASE_URL"]
llm = OpenAI(model="gpt-4o-mini", max_retries=0, api_base=BASE)


def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny, 22 degrees"


async def talk():
    agent = FunctionAgent(name="weather_bot", tools=[get_weather], llm=llm, system_prompt="You are a weather bot", streaming=False)
    await agent.run("Weather in Paris?")


with using_session("weather-session"):
    asyncio.run(talk())
    embedding = OpenAIEmbedding(model="text-embedding-3-small", max_retries=0, api_base=BASE)
    index = VectorStoreIndex.from_documents([Document(text="In Paris it is sunny.")], embed_model=embedding)
    index.as_query_engine(llm=llm).query("Weather in Paris?")
    try:
        OpenAI(model="gpt-4o-mini", max_retries=0, api_base=BASE, additional_kwargs={"model": "missing-model"}).complete("Weather in Paris?")
    except Exception:
        pass
provider.force_flush()
