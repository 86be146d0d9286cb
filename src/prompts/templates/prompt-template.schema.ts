import { z } from 'zod';
import { anyJson } from '../../kernel/validation/json-fields.js';

/** Every role that clients may send. It is stored as sent. */
const MESSAGE_ROLES = ['user', 'assistant', 'model', 'ai', 'tool', 'system', 'developer'] as const;

const textPart = z.strictObject({ type: z.literal('text'), text: z.string() });

const toolCallPart = z.strictObject({
  type: z.literal('tool_call'),
  tool_call_id: z.string(),
  tool_call: z.strictObject({
    type: z.literal('function'),
    name: z.string(),
    arguments: z.string().describe('JSON, as text.'),
  }),
});

const toolResultPart = z.strictObject({
  type: z.literal('tool_result'),
  tool_call_id: z.string(),
  tool_result: anyJson(),
});

const contentPart = z.discriminatedUnion('type', [textPart, toolCallPart, toolResultPart]);

const message = z.strictObject({
  role: z.enum(MESSAGE_ROLES),
  content: z.union([z.string(), z.array(contentPart).min(1)], {
    error: 'Input should be a valid string or list',
  }),
});

/** The messages that start a chat. */
export const chatTemplate = z.strictObject({ type: z.literal('chat'), messages: z.array(message) });

const stringTemplate = z.strictObject({ type: z.literal('string'), template: z.string() });

/** The template of a version: messages, or one text. */
export const promptTemplate = z.discriminatedUnion('type', [chatTemplate, stringTemplate]);

export type PromptTemplateJson = z.output<typeof promptTemplate>;
export type PromptMessageJson = z.output<typeof message>;
export type ContentPartJson = z.output<typeof contentPart>;
