import type { Framework, TargetLiterals } from './framework.js';

const OPENINFERENCE = 'openinference-instrumentation';

const register = ({ project, traces }: TargetLiterals) => `from phoenix.otel import register

register(project_name=${project}, endpoint=${traces}, auto_instrument=True)`;

interface PythonFramework {
  id: string;
  title: string;
  /** Also the packages by which it is recognized, in the same order. */
  packages: readonly string[];
  /** Packages to install beside `arize-phoenix-otel`. */
  install: readonly string[];
  example: string;
  setup?: Framework['setup'];
}

/** A framework in Python, whose traces go through `arize-phoenix-otel` unless it has its own setup. */
function python({ install, ...framework }: PythonFramework): Framework {
  return {
    language: 'Python',
    setup: register,
    run: 'python app.py',
    key: 'PHOENIX_API_KEY',
    install: `pip install ${['arize-phoenix-otel', ...install].join(' ')}`,
    ...framework,
  };
}

/** The Python frameworks of the gallery. */
export const PYTHON_FRAMEWORKS: readonly Framework[] = [
  python({
    id: 'openai',
    title: 'OpenAI',
    packages: ['openai'],
    install: [`${OPENINFERENCE}-openai`, 'openai'],
    example: `from openai import OpenAI

answer = OpenAI().responses.create(model="gpt-5-mini", input="Why is the sky blue?")
print(answer.output_text)`,
  }),
  python({
    id: 'anthropic',
    title: 'Anthropic',
    packages: ['anthropic'],
    install: [`${OPENINFERENCE}-anthropic`, 'anthropic'],
    example: `from anthropic import Anthropic

answer = Anthropic().messages.create(
    model="claude-sonnet-4-5",
    max_tokens=1024,
    messages=[{"role": "user", "content": "Why is the sky blue?"}],
)
print(answer.content[0].text)`,
  }),
  python({
    id: 'google-genai',
    title: 'Google Gen AI',
    packages: ['google-genai'],
    install: [`${OPENINFERENCE}-google-genai`, 'google-genai'],
    example: `from google import genai

client = genai.Client()
answer = client.models.generate_content(model="gemini-2.5-flash", contents="Why is the sky blue?")
print(answer.text)`,
  }),
  python({
    id: 'bedrock',
    title: 'Amazon Bedrock',
    packages: ['boto3'],
    install: [`${OPENINFERENCE}-bedrock`, 'boto3'],
    example: `import boto3

client = boto3.client("bedrock-runtime", region_name="us-east-1")
answer = client.converse(
    modelId="anthropic.claude-3-haiku-20240307-v1:0",
    messages=[{"role": "user", "content": [{"text": "Why is the sky blue?"}]}],
)
print(answer["output"]["message"]["content"][0]["text"])`,
  }),
  python({
    id: 'mistralai',
    title: 'Mistral AI',
    packages: ['mistralai'],
    install: [`${OPENINFERENCE}-mistralai`, 'mistralai'],
    example: `import os

from mistralai.client import Mistral

client = Mistral(api_key=os.environ["MISTRAL_API_KEY"])
answer = client.chat.complete(
    model="mistral-small-latest",
    messages=[{"role": "user", "content": "Why is the sky blue?"}],
)
print(answer.choices[0].message.content)`,
  }),
  python({
    id: 'groq',
    title: 'Groq',
    packages: ['groq'],
    install: [`${OPENINFERENCE}-groq`, 'groq'],
    example: `from groq import Groq

answer = Groq().chat.completions.create(
    model="llama-3.3-70b-versatile",
    messages=[{"role": "user", "content": "Why is the sky blue?"}],
)
print(answer.choices[0].message.content)`,
  }),
  python({
    id: 'litellm',
    title: 'LiteLLM',
    packages: ['litellm'],
    install: [`${OPENINFERENCE}-litellm`, 'litellm'],
    example: `import litellm

answer = litellm.completion(
    model="openai/gpt-5-mini",
    messages=[{"role": "user", "content": "Why is the sky blue?"}],
)
print(answer.choices[0].message.content)`,
  }),
  python({
    id: 'langgraph',
    title: 'LangGraph',
    packages: ['langgraph'],
    install: [`${OPENINFERENCE}-langchain`, 'langchain', 'langgraph', 'langchain-openai'],
    example: `from langchain.agents import create_agent

agent = create_agent("openai:gpt-5-mini", tools=[])
answer = agent.invoke({"messages": [{"role": "user", "content": "Why is the sky blue?"}]})
print(answer["messages"][-1].content)`,
  }),
  python({
    id: 'langchain',
    title: 'LangChain',
    packages: ['langchain', 'langchain-core'],
    install: [`${OPENINFERENCE}-langchain`, 'langchain', 'langchain-openai'],
    example: `from langchain_openai import ChatOpenAI

print(ChatOpenAI(model="gpt-5-mini").invoke("Why is the sky blue?").content)`,
  }),
  python({
    id: 'llama-index',
    title: 'LlamaIndex',
    packages: ['llama-index', 'llama-index-core'],
    install: [`${OPENINFERENCE}-llama-index`, 'llama-index-core', 'llama-index-llms-openai'],
    example: `from llama_index.llms.openai import OpenAI

print(OpenAI(model="gpt-5-mini").complete("Why is the sky blue?"))`,
  }),
  python({
    id: 'openai-agents',
    title: 'OpenAI Agents SDK',
    packages: ['openai-agents'],
    install: [`${OPENINFERENCE}-openai-agents`, 'openai-agents'],
    example: `from agents import Agent, Runner

agent = Agent(name="Teacher", instructions="Answer in one sentence.", model="gpt-5-mini")
print(Runner.run_sync(agent, "Why is the sky blue?").final_output)`,
  }),
  python({
    id: 'crewai',
    title: 'CrewAI',
    packages: ['crewai'],
    install: [`${OPENINFERENCE}-crewai`, `${OPENINFERENCE}-openai`, 'crewai'],
    example: `from crewai import Agent, Crew, Task

teacher = Agent(role="Teacher", goal="Explain things", backstory="You teach.", llm="gpt-5-mini")
task = Task(description="Why is the sky blue?", expected_output="One sentence", agent=teacher)
print(Crew(agents=[teacher], tasks=[task]).kickoff())`,
  }),
  python({
    id: 'pydantic-ai',
    title: 'Pydantic AI',
    packages: ['pydantic-ai', 'pydantic-ai-slim'],
    install: ['"pydantic-ai-slim[openai]"'],
    setup: (target) => `${register(target)}

from pydantic_ai import Agent

Agent.instrument_all()`,
    example: `agent = Agent("openai:gpt-5-mini", instructions="Answer in one sentence.")
print(agent.run_sync("Why is the sky blue?").output)`,
  }),
  python({
    id: 'google-adk',
    title: 'Google ADK',
    packages: ['google-adk'],
    install: [`${OPENINFERENCE}-google-adk`, '"google-adk>=2.10"'],
    example: `import asyncio

from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner

agent = Agent(name="teacher", model="gemini-2.5-flash", instruction="Answer in one sentence.")
asyncio.run(InMemoryRunner(agent=agent).run_debug("Why is the sky blue?"))`,
  }),
  python({
    id: 'strands-agents',
    title: 'Strands Agents',
    packages: ['strands-agents'],
    install: ['"strands-agents[otel,openai]"'],
    example: `from strands import Agent
from strands.models.openai import OpenAIModel

agent = Agent(model=OpenAIModel(model_id="gpt-5-mini"))
agent("Why is the sky blue?")`,
  }),
  python({
    id: 'autogen',
    title: 'AutoGen',
    packages: ['autogen-agentchat'],
    install: [
      `${OPENINFERENCE}-autogen-agentchat`,
      `${OPENINFERENCE}-openai`,
      'autogen-agentchat',
      '"autogen-ext[openai]"',
    ],
    example: `import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

teacher = AssistantAgent("teacher", OpenAIChatCompletionClient(model="gpt-4o-mini"))
print(asyncio.run(teacher.run(task="Why is the sky blue?")).messages[-1].content)`,
  }),
  python({
    id: 'smolagents',
    title: 'smolagents',
    packages: ['smolagents'],
    install: [`${OPENINFERENCE}-smolagents`, '"smolagents[openai]"'],
    example: `from smolagents import OpenAIServerModel, ToolCallingAgent

agent = ToolCallingAgent(tools=[], model=OpenAIServerModel(model_id="gpt-5-mini"))
print(agent.run("Why is the sky blue?"))`,
  }),
  python({
    id: 'agno',
    title: 'Agno',
    packages: ['agno'],
    install: [`${OPENINFERENCE}-agno`, 'agno', 'openai'],
    example: `from agno.agent import Agent
from agno.models.openai import OpenAIChat

agent = Agent(model=OpenAIChat(id="gpt-5-mini"))
print(agent.run("Why is the sky blue?").content)`,
  }),
  python({
    id: 'dspy',
    title: 'DSPy',
    packages: ['dspy', 'dspy-ai'],
    install: [`${OPENINFERENCE}-dspy`, 'dspy'],
    example: `import dspy

dspy.configure(lm=dspy.LM("openai/gpt-4o-mini"))
print(dspy.Predict("question -> answer")(question="Why is the sky blue?").answer)`,
  }),
  python({
    id: 'haystack',
    title: 'Haystack',
    packages: ['haystack-ai'],
    install: [`${OPENINFERENCE}-haystack`, 'haystack-ai'],
    example: `from haystack import Pipeline
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage

pipeline = Pipeline()
pipeline.add_component("llm", OpenAIChatGenerator(model="gpt-5-mini"))
answer = pipeline.run({"llm": {"messages": [ChatMessage.from_user("Why is the sky blue?")]}})
print(answer["llm"]["replies"][0].text)`,
  }),
  python({
    id: 'instructor',
    title: 'Instructor',
    packages: ['instructor'],
    install: [`${OPENINFERENCE}-instructor`, `${OPENINFERENCE}-openai`, 'instructor', 'openai'],
    example: `import instructor
from pydantic import BaseModel


class Answer(BaseModel):
    text: str


client = instructor.from_provider("openai/gpt-4o-mini")
print(client.create(response_model=Answer, messages=[{"role": "user", "content": "Why is the sky blue?"}]))`,
  }),
  python({
    id: 'python',
    title: 'Your own code',
    packages: [],
    install: [],
    setup: ({ project, traces }) => `from phoenix.otel import register

tracer = register(project_name=${project}, endpoint=${traces}).get_tracer(__name__)`,
    example: `@tracer.chain
def answer(question: str) -> str:
    return "42"


answer("What is the meaning of life?")`,
  }),
];
