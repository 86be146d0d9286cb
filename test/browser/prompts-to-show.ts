import { push } from '../prompts/sent-prompts.js';
import { globalId } from '../support/global-id.js';
import type { TestServer } from '../support/server.js';

const WEATHER = {
  type: 'function',
  function: {
    name: 'look_up_order',
    description: 'Finds an order of the customer by its number.',
    parameters: {
      type: 'object',
      properties: { number: { type: 'string' }, withItems: { type: 'boolean' } },
      required: ['number'],
    },
  },
};

const SYSTEM = `You answer questions of customers of {{shop}}.

Be {{tone}} and brief. Never promise a refund; offer to ask a colleague instead.
When an order is named, look it up before you answer.`;

/** A version of a prompt for a support desk, with some custom fields. */
export function deskVersion(system = SYSTEM, fields: Record<string, unknown> = {}) {
  return {
    model_provider: 'OPENAI',
    model_name: 'gpt-5.2-mini',
    template_type: 'CHAT',
    template_format: 'MUSTACHE',
    template: {
      type: 'chat',
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: 'Where is my order 4711?' },
        {
          role: 'assistant',
          content: [
            {
              type: 'tool_call',
              tool_call_id: 'call_1',
              tool_call: {
                type: 'function',
                name: 'look_up_order',
                arguments: '{"number":"4711"}',
              },
            },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool_result',
              tool_call_id: 'call_1',
              tool_result: { number: '4711', status: 'on its way', arrives: '2026-03-04' },
            },
          ],
        },
        { role: 'user', content: '{{question}}' },
      ],
    },
    invocation_parameters: { type: 'openai', openai: { temperature: 0.3, seed: 9007199254740991 } },
    tools: {
      type: 'tools',
      tools: [WEATHER, { type: 'raw', raw: { type: 'web_search', search_context_size: 'low' } }],
      tool_choice: { type: 'zero_or_more' },
    },
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'answer',
        schema: { type: 'object', properties: { text: { type: 'string' } } },
      },
    },
    ...fields,
  };
}

/** The prompts that the tests show. */
export interface ShownPrompts {
  /** The global ID of the prompt with several versions. */
  desk: string;
  /** The global IDs of its versions, oldest first. */
  versions: string[];
}

/** Creates realistic prompts with several versions, tags and labels. */
export async function makePrompts(server: TestServer): Promise<ShownPrompts> {
  await push(server, 'summarizer', {
    ...deskVersion('Summarize in {count} sentences:\n\n{text}', {
      model_provider: 'ANTHROPIC',
      model_name: 'claude-sonnet-5',
      template_format: 'F_STRING',
      invocation_parameters: { type: 'anthropic', anthropic: { max_tokens: 1024 } },
    }),
    tools: null,
    response_format: null,
  });
  const first = await push(
    server,
    'support-desk',
    deskVersion('You answer questions of customers of {{shop}}.\n\nBe {{tone}}.', {
      description: 'First try',
      tools: null,
    }),
    {
      description: 'Answers what customers ask, with their orders at hand.',
      metadata: { team: 'desk' },
    },
  );
  const second = await push(
    server,
    'support-desk',
    deskVersion(undefined, { description: 'Looks orders up, and promises nothing' }),
  );
  const third = await push(
    server,
    'support-desk',
    deskVersion(SYSTEM.replace('brief', 'brief, in the language of the customer'), {
      model_name: 'gpt-5.2',
    }),
  );
  for (const [id, name] of [
    [second.id, 'production'],
    [third.id, 'staging'],
  ] as const) {
    await server.request
      .post(`/v1/prompt_versions/${encodeURIComponent(id)}/tags`)
      .send({ name })
      .expect(204);
  }
  await server.sql(
    `INSERT INTO prompt_labels (name, color) VALUES ('customers', '#1562ba'), ('reviewed', '#1c7046')`,
  );
  await server.sql(
    `INSERT INTO prompt_label_assignments (prompt_id, label_id)
     SELECT p.id, l.id FROM prompts p, prompt_labels l WHERE p.name = 'support-desk'`,
  );
  const [row] = await server.sql<{ id: number }>(
    "SELECT id FROM prompts WHERE name = 'support-desk'",
  );
  return {
    desk: globalId('Prompt', row!.id),
    versions: [first.id, second.id, third.id],
  };
}
