import { globalId } from '../support/global-id.js';
import type { TestServer } from '../support/server.js';

/** Returns a version as clients send it, with the given fields. */
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

/** Returns a version with one message. */
export function saying(content: string, fields: Record<string, unknown> = {}) {
  const template = { type: 'chat', messages: [{ role: 'user', content }] };
  return aVersion({ template, ...fields });
}

/** A version as the server returns it. */
export interface VersionItem {
  id: string;
  description: string;
  template: { messages: { role: string; content: unknown }[] };
  [field: string]: unknown;
}

/** Creates a version of a prompt, and the prompt if it does not exist. */
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

/** Returns the row id in a global id. */
export const rowIdIn = (id: string): number =>
  Number(Buffer.from(id, 'base64').toString().split(':')[1]);

/** Finds the global id of a prompt by its name. */
export async function promptId(server: TestServer, name: string): Promise<string> {
  const [row] = await server.sql<{ id: number }>('SELECT id FROM prompts WHERE name = $1', [name]);
  return globalId('Prompt', row!.id);
}
