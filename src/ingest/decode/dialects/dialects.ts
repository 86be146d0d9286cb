import { AG2 } from './ag2.js';
import { AGENT_FRAMEWORK } from './agent-framework.js';
import { BRAINTRUST } from './braintrust.js';
import { CODING_AGENTS } from './coding-agents.js';
import type { Dialect } from './dialect.js';
import { GEN_AI } from './gen-ai.js';
import { GENKIT } from './genkit.js';
import { GOOGLE_ADK } from './google-adk.js';
import { HAYSTACK } from './haystack.js';
import { LANGCHAIN4J } from './langchain4j.js';
import { LANGFUSE } from './langfuse.js';
import { LANGSMITH } from './langsmith.js';
import { LITELLM } from './litellm.js';
import { LIVEKIT } from './livekit.js';
import { LOGFIRE } from './logfire.js';
import { MASTRA } from './mastra.js';
import { MLFLOW } from './mlflow.js';
import { PIPECAT } from './pipecat.js';
import { SEMANTIC_KERNEL } from './semantic-kernel.js';
import { SPRING_AI } from './spring-ai.js';
import { TRACELOOP } from './traceloop.js';
import { VECTOR_STORES } from './vector-stores.js';
import { VERCEL_AI_SDK } from './vercel-ai-sdk.js';

/** The dialects in their order of precedence. OpenInference precedes all of them. */
export const DIALECTS: readonly Dialect[] = [
  AG2,
  PIPECAT,
  CODING_AGENTS,
  GEN_AI,
  VERCEL_AI_SDK,
  TRACELOOP,
  LITELLM,
  LANGFUSE,
  LANGSMITH,
  MLFLOW,
  GENKIT,
  MASTRA,
  GOOGLE_ADK,
  LOGFIRE,
  LIVEKIT,
  HAYSTACK,
  SEMANTIC_KERNEL,
  SPRING_AI,
  LANGCHAIN4J,
  AGENT_FRAMEWORK,
  BRAINTRUST,
  VECTOR_STORES,
];
