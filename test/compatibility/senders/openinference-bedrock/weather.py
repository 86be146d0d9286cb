# pip: openinference-instrumentation-bedrock==0.1.61 openinference-instrumentation==0.1.72 boto3==1.44.8
# pip: opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2
"""Amazon Bedrock's Converse with OpenInference's instrumentation."""

import os

os.environ["AWS_ACCESS_KEY_ID"] = os.environ["AWS_SECRET_ACCESS_KEY"] = "stand-in"
os.environ["AWS_EC2_METADATA_DISABLED"] = "true"

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from openinference.instrumentation.bedrock import BedrockInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
BedrockInstrumentor().instrument()

TOOL = {
    "toolSpec": {
        "name": "get_weather",
        "description": "The weather of a city",
        "inputSchema": {"json": {"type": "object", "properties": {"city": {"type": "string"}}}},
    }
}
client = boto3.client(
    "bedrock-runtime", region_name="us-east-1", endpoint_url=os.environ["PROVIDER"],
    config=Config(retries={"total_max_attempts": 1}),
)
messages = [{"role": "user", "content": [{"text": "Weather in Paris?"}]}]


def ask(model="anthropic.claude-sonnet-4-5-20250929-v1:0"):
    answer = client.converse(
        modelId=model, system=[{"text": "You are a weather bot"}], messages=messages, toolConfig={"tools": [TOOL]}
    )
    messages.append(answer["output"]["message"])
    return answer["output"]["message"]["content"][0]


call = ask()["toolUse"]
result = {"toolUseId": call["toolUseId"], "content": [{"text": "sunny, 22 degrees"}]}
messages.append({"role": "user", "content": [{"toolResult": result}]})
ask()
messages.append({"role": "user", "content": [{"text": "And tomorrow?"}]})
ask()
try:
    ask("missing-model")
except ClientError:
    pass
provider.force_flush()
