import type { TestServer } from '../support/server.js';

/** A version as clients send it, with some fields of its own. */
export function aVersion(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    model_provider: 'OPENAI',
    model_name: 'gpt-x',
    template_type: 'CHAT',
    template_format: 'MUSTACHE',
    template: { type: 'chat', messages: [{ role: 'user', content: 'Hi {{who}}' }] },
    invocation_parameters: { type: 'openai', openai: { temperature: 0.2 } },
    ...fields,
  };
}

/** A version that says one thing. */
export function saying(content: string, fields: Record<string, unknown> = {}) {
  const template = { type: 'chat', messages: [{ role: 'user', content }] };
  return aVersion({ template, ...fields });
}

/** A version in the answers of the server. */
export interface VersionItem {
  id: string;
  description: string;
  template: { messages: { role: string; content: unknown }[] };
  [field: string]: unknown;
}

/** Makes a version of a prompt, and the prompt unless there is one. */
export async function push(
  server: TestServer,
  name: string,
  version: object = aVersion(),
  prompt: object = {},
): Promise<VersionItem> {
  const body = { prompt: { name, ...prompt }, version };
  const response = await server.request.post('/v1/prompts').send(body).expect(200);
  return response.body.data as VersionItem;
}

export const globalId = (type: string, id: number | string): string =>
  Buffer.from(`${type}:${id}`).toString('base64');

/** The row id in a global id. */
export const rowIdIn = (id: string): number =>
  Number(Buffer.from(id, 'base64').toString().split(':')[1]);

/** The global id of a prompt by its name. */
export async function promptId(server: TestServer, name: string): Promise<string> {
  const [row] = await server.sql<{ id: number }>('SELECT id FROM prompts WHERE name = $1', [name]);
  return globalId('Prompt', row!.id);
}
