import { z } from 'zod';
import {
  anyJson,
  laxBoolean,
  laxFloat,
  laxInt,
  objectOf,
} from '../../../kernel/validation/json-fields.js';

const textPart = z.object({ type: z.literal('text'), text: z.string() });

const message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(textPart)], {
    error: 'Input should be a valid string or list of text parts',
  }),
});

const optional = <T extends z.ZodType>(type: T) => type.nullish();

/** OpenAI's request for a chat completion. What is not listed is ignored. */
export const createChatCompletionBody = z.object({
  model: z
    .string()
    .describe(
      'A provider and its model, such as `anthropic:claude-opus-4-5`, or `custom:<id>:<model>` for a custom provider.',
    ),
  messages: z.array(message).min(1),
  stream: optional(laxBoolean()).describe('Whether to send the answer as it arrives.'),
  stream_options: optional(objectOf(z.object({ include_usage: optional(laxBoolean()) }))),
  temperature: optional(laxFloat()),
  top_p: optional(laxFloat()),
  frequency_penalty: optional(laxFloat()),
  presence_penalty: optional(laxFloat()),
  max_tokens: optional(laxInt()),
  max_completion_tokens: optional(laxInt()).describe('Takes precedence over `max_tokens`.'),
  stop: optional(z.union([z.string(), z.array(z.string())])),
  seed: optional(laxInt()),
  n: optional(laxInt()).describe('Only 1 is supported.'),
  tools: optional(anyJson()).describe('Not supported.'),
  tool_choice: optional(anyJson()).describe('Not supported.'),
  response_format: optional(anyJson()).describe('Only `{"type": "text"}` is supported.'),
});

export type CreateChatCompletion = z.output<typeof createChatCompletionBody>;
