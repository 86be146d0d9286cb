import type { SecuredServer } from '../support/accounts.js';

/** Sends a batch over REST. */
export function putSecrets(
  { request }: SecuredServer,
  secrets: unknown,
  headers: Record<string, string>,
) {
  return request.put('/v1/secrets').set(headers).send({ secrets });
}

/** Returns the names of the stored secrets. */
export async function storedKeys(server: SecuredServer): Promise<string[]> {
  const rows = await server.sql<{ key: string }>('SELECT key FROM secrets ORDER BY key');
  return rows.map(({ key }) => key);
}
