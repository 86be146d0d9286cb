# pip: dspy==3.4.1 openinference-instrumentation-dspy==0.1.48 openinference-instrumentation==0.1.72
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""DSPy, with OpenInference's instrumentation."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import dspy
from openinference.instrumentation import using_session
from openinference.instrumentation.dspy import DSPyInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
DSPyInstrumentor().instrument(tracer_provider=provider)


class Weather(dspy.Signature):
    """You are a weather bot"""

    question: str = dspy.InputField()
    answer: str = dspy.OutputField()


bot = dspy.ChainOfThought(Weather)
with using_session("weather-session"):
    with dspy.context(lm=dspy.LM("openai/gpt-4o-mini", cache=False, num_retries=0)):
        bot(question="Weather in Paris?")
        bot(question="And tomorrow?")
    try:
        with dspy.context(lm=dspy.LM("openai/missing-model", cache=False, num_retries=0)):
            bot(question="Weather in Paris?")
    except Exception:
        pass
provider.force_flush()
