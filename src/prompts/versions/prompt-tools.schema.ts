import { z } from 'zod';
import { anyObject, laxBoolean } from '../../kernel/validation/json-fields.js';

const functionTool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: anyObject().optional(),
    strict: laxBoolean().optional(),
  }),
});

/** A tool in its provider's format, such as web search. Stored and returned unchanged. */
const rawTool = z.strictObject({ type: z.literal('raw'), raw: anyObject() });

const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('zero_or_more') }),
  z.strictObject({ type: z.literal('one_or_more') }),
  z.strictObject({ type: z.literal('specific_function'), function_name: z.string() }),
]);

/** The tools that the model can call. */
export const promptTools = z.strictObject({
  type: z.literal('tools'),
  tools: z.array(z.discriminatedUnion('type', [functionTool, rawTool])).min(1),
  tool_choice: toolChoice.optional(),
  disable_parallel_tool_calls: laxBoolean().optional(),
});

/** The format of the model's answers. */
export const promptResponseFormat = z.strictObject({
  type: z.literal('json_schema'),
  json_schema: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    schema: anyObject().optional(),
    strict: laxBoolean().optional(),
  }),
});

export type PromptToolsJson = z.output<typeof promptTools>;
export type PromptToolJson = PromptToolsJson['tools'][number];
export type PromptToolChoiceJson = z.output<typeof toolChoice>;
export type PromptResponseFormatJson = z.output<typeof promptResponseFormat>;
