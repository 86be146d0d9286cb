import type { Derived } from './derived.js';

interface Names {
  provider: string;
  system?: string;
}

/** The names of the convention, its older ones, and those of senders that keep to neither. */
const KNOWN_PROVIDERS = new Map<string, Names>([
  ['openai', { provider: 'openai', system: 'openai' }],
  ['anthropic', { provider: 'anthropic', system: 'anthropic' }],
  ['cohere', { provider: 'cohere', system: 'cohere' }],
  ['mistral_ai', { provider: 'mistralai', system: 'mistralai' }],
  ['mistralai', { provider: 'mistralai', system: 'mistralai' }],
  ['mistral', { provider: 'mistralai', system: 'mistralai' }],
  ['deepseek', { provider: 'deepseek' }],
  ['groq', { provider: 'groq' }],
  ['perplexity', { provider: 'perplexity' }],
  ['x_ai', { provider: 'xai' }],
  ['xai', { provider: 'xai' }],
  ['azure', { provider: 'azure', system: 'openai' }],
  ['azure.ai.openai', { provider: 'azure', system: 'openai' }],
  ['az.ai.openai', { provider: 'azure', system: 'openai' }],
  ['azure.ai.inference', { provider: 'azure' }],
  ['az.ai.inference', { provider: 'azure' }],
  ['aws.bedrock', { provider: 'aws' }],
  ['aws_bedrock', { provider: 'aws' }],
  ['bedrock', { provider: 'aws' }],
  ['gcp.vertex_ai', { provider: 'google', system: 'vertexai' }],
  ['vertex_ai', { provider: 'google', system: 'vertexai' }],
  ['vertexai', { provider: 'google', system: 'vertexai' }],
  ['gcp.gen_ai', { provider: 'google' }],
  ['gcp.gemini', { provider: 'google' }],
  ['gcp.vertex.agent', { provider: 'google' }],
  ['gemini', { provider: 'google' }],
  ['google', { provider: 'google' }],
]);

/** Sets the provider that serves the model (`llm.provider`) and which API it uses (`llm.system`). */
export function setProvider(derived: Derived, sent: string | undefined): void {
  if (sent === undefined) return;
  const name = sent.toLowerCase();
  const known = KNOWN_PROVIDERS.get(name);
  if (known === undefined) derived.set('llm.system', name);
  else {
    derived.set('llm.provider', known.provider);
    derived.set('llm.system', known.system);
  }
}
