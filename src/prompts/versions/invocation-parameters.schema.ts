import { z } from 'zod';
import { numberValue } from '../../kernel/json/json.js';
import {
  anyObject,
  laxBoolean,
  laxFloat,
  laxInt,
  reason,
} from '../../kernel/validation/json-fields.js';

const MIN_THINKING_TOKENS = 1024;

const openai = z.strictObject({
  temperature: laxFloat().optional(),
  max_tokens: laxInt().optional(),
  max_completion_tokens: laxInt().optional(),
  frequency_penalty: laxFloat().optional(),
  presence_penalty: laxFloat().optional(),
  top_p: laxFloat().optional(),
  seed: laxInt().optional(),
  stop: z.array(z.string()).optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).optional(),
  extra_body: anyObject().optional(),
});

type OpenAIContent = z.output<typeof openai>;

const display = z.enum(['summarized', 'omitted']).optional();

const thinking = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('disabled') }),
  z.strictObject({
    type: z.literal('enabled'),
    budget_tokens: laxInt()
      .refine(
        (tokens) => numberValue(tokens) >= MIN_THINKING_TOKENS,
        reason(
          'greater_than_equal',
          `Input should be greater than or equal to ${MIN_THINKING_TOKENS}`,
        ),
      )
      .meta({ type: 'integer', minimum: MIN_THINKING_TOKENS }),
    display,
  }),
  z.strictObject({ type: z.literal('adaptive'), display }),
]);

const anthropic = z
  .strictObject({
    max_tokens: laxInt(),
    temperature: laxFloat().optional(),
    top_p: laxFloat().optional(),
    stop_sequences: z.array(z.string()).optional(),
    output_config: z
      .strictObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional() })
      .optional(),
    thinking: thinking.optional(),
    extra_body: anyObject().optional(),
  })
  .refine(
    (content) =>
      content.thinking?.type !== 'enabled' ||
      numberValue(content.thinking.budget_tokens) < numberValue(content.max_tokens),
    reason('value_error', 'max_tokens must be greater than thinking.budget_tokens'),
  );

const google = z.strictObject({
  temperature: laxFloat().optional(),
  max_output_tokens: laxInt().optional(),
  stop_sequences: z.array(z.string()).optional(),
  presence_penalty: laxFloat().optional(),
  frequency_penalty: laxFloat().optional(),
  top_p: laxFloat().optional(),
  top_k: laxInt().optional(),
  thinking_config: z
    .strictObject({
      thinking_budget: laxInt().optional(),
      thinking_level: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
      include_thoughts: laxBoolean().optional(),
    })
    .optional(),
});

const aws = z.strictObject({
  max_tokens: laxInt().optional(),
  temperature: laxFloat().optional(),
  top_p: laxFloat().optional(),
  stop_sequences: z.array(z.string()).optional(),
});

/** Parameters sent to the model in addition to the prompt, in its provider's format. */
export const invocationParameters = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('openai'), openai }),
  z.strictObject({ type: z.literal('azure_openai'), azure_openai: openai }),
  z.strictObject({ type: z.literal('deepseek'), deepseek: openai }),
  z.strictObject({ type: z.literal('xai'), xai: openai }),
  z.strictObject({ type: z.literal('ollama'), ollama: openai }),
  z.strictObject({ type: z.literal('cerebras'), cerebras: openai }),
  z.strictObject({ type: z.literal('fireworks'), fireworks: openai }),
  z.strictObject({ type: z.literal('groq'), groq: openai }),
  z.strictObject({ type: z.literal('moonshot'), moonshot: openai }),
  z.strictObject({ type: z.literal('perplexity'), perplexity: openai }),
  z.strictObject({ type: z.literal('together'), together: openai }),
  z.strictObject({ type: z.literal('zai'), zai: openai }),
  z.strictObject({ type: z.literal('meta'), meta: openai }),
  z.strictObject({ type: z.literal('anthropic'), anthropic }),
  z.strictObject({ type: z.literal('google'), google }),
  z.strictObject({ type: z.literal('aws'), aws }),
]);

/** Parameters as stored and returned, under the family of their provider. */
export const storedInvocationParameters = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('openai'), openai }),
  z.strictObject({ type: z.literal('anthropic'), anthropic }),
  z.strictObject({ type: z.literal('google'), google }),
  z.strictObject({ type: z.literal('aws'), aws }),
]);

export type InvocationParametersJson = z.output<typeof storedInvocationParameters>;

/**
 * Converts parameters for storage: those of providers that use OpenAI's are stored under `openai`.
 */
export function toStoredParameters(
  sent: z.output<typeof invocationParameters>,
): InvocationParametersJson {
  switch (sent.type) {
    case 'anthropic':
    case 'google':
    case 'aws':
      return sent;
    default: {
      const { type, ...rest } = sent;
      return { type: 'openai', openai: (rest as Record<string, OpenAIContent>)[type]! };
    }
  }
}
