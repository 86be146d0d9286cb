import { type Source, type Target, textOf } from './source.js';

interface Names {
  provider: string;
  system?: string;
}

const KNOWN_PROVIDERS = new Map<string, Names>([
  ['openai', { provider: 'openai', system: 'openai' }],
  ['anthropic', { provider: 'anthropic', system: 'anthropic' }],
  ['cohere', { provider: 'cohere', system: 'cohere' }],
  ['mistral_ai', { provider: 'mistralai', system: 'mistralai' }],
  ['deepseek', { provider: 'deepseek' }],
  ['groq', { provider: 'groq' }],
  ['perplexity', { provider: 'perplexity' }],
  ['x_ai', { provider: 'xai' }],
  ['azure.ai.openai', { provider: 'azure', system: 'openai' }],
  ['azure.ai.inference', { provider: 'azure' }],
  ['aws.bedrock', { provider: 'aws' }],
  ['gcp.vertex_ai', { provider: 'google', system: 'vertexai' }],
  ['gcp.gen_ai', { provider: 'google' }],
  ['gcp.gemini', { provider: 'google' }],
]);

/** `llm.provider` (who serves the model) and `llm.system` (which API it speaks). */
export function addProvider(source: Source, target: Target): void {
  const name =
    textOf(source, 'gen_ai.provider.name') ?? textOf(source, 'gen_ai.system')?.toLowerCase();
  if (name === undefined) return;
  const known = KNOWN_PROVIDERS.get(name);
  if (known === undefined) {
    target.set('llm.system', name);
    return;
  }
  target.set('llm.provider', known.provider);
  if (known.system !== undefined) target.set('llm.system', known.system);
}
