import type {
  AnthropicParameters,
  BedrockParameters,
  ChatParameters,
  GoogleParameters,
  OpenAIParameters,
} from './chat-request.contract.js';

/** The parameters of each family. */
interface Families {
  openai: OpenAIParameters;
  anthropic: AnthropicParameters;
  google: GoogleParameters;
  aws: BedrockParameters;
}

type Family = keyof Families;

/** The names of the parameters that more than one family has. */
const SHARED: readonly Partial<Record<Family, string>>[] = [
  { openai: 'temperature', anthropic: 'temperature', google: 'temperature', aws: 'temperature' },
  { openai: 'top_p', anthropic: 'top_p', google: 'top_p', aws: 'top_p' },
  {
    openai: 'max_completion_tokens',
    anthropic: 'max_tokens',
    google: 'max_output_tokens',
    aws: 'max_tokens',
  },
  { openai: 'stop', anthropic: 'stop_sequences', google: 'stop_sequences', aws: 'stop_sequences' },
  { openai: 'presence_penalty', google: 'presence_penalty' },
  { openai: 'frequency_penalty', google: 'frequency_penalty' },
];

/**
 * Returns the parameters in the format of a family. A version of a prompt may have those of another
 * family than its model: then only what both have is kept.
 */
export function parametersFor<F extends Family>(
  family: F,
  parameters: ChatParameters,
): Partial<Families[F]> {
  const { type } = parameters;
  const given = (parameters as unknown as Record<Family, Record<string, unknown>>)[type];
  if (type === family) return given;
  const translated: Record<string, unknown> = {};
  for (const names of SHARED) {
    const [known, name] = [names[type], names[family]];
    if (known === undefined || name === undefined) continue;
    // OpenAI's older name of the same limit.
    const value = given[known] ?? (known === 'max_completion_tokens' ? given['max_tokens'] : null);
    if (value != null) translated[name] = value;
  }
  return translated;
}
