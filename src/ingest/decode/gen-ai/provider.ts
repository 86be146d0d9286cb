import { type Source, type Target, readText } from './source.js';

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

/** Adds `llm.provider` (who serves the model) and `llm.system` (which API it uses). */
export function addProvider(source: Source, target: Target): void {
  const name =
    readText(source, 'gen_ai.provider.name') ?? readText(source, 'gen_ai.system')?.toLowerCase();
  if (name === undefined) return;
  const known = KNOWN_PROVIDERS.get(name);
  if (known === undefined) {
    target.set('llm.system', name);
    return;
  }
  target.set('llm.provider', known.provider);
  if (known.system !== undefined) target.set('llm.system', known.system);
}
