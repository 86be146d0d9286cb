import { hostname } from 'node:os';
import { CommandError } from '../errors/command-error.js';
import { RefusedError, type RestClient } from '../connection/rest-client.js';
import type { Journal, JournalKey } from './journal.js';

/** The ways in which agents authenticate at a server. */
export type AgentAccess =
  /** The server requires no key. */
  | { kind: 'open' }
  /** Keys are created for the agents, one for each scope. */
  | { kind: 'created-keys' }
  /** The user has only an API key, and keys cannot create keys. So agents get that one. */
  | { kind: 'given-key'; key: string; canRead: boolean };

const KEY_PREFIX = 'spd_';
const DAY_MS = 86_400_000;

/**
 * Finds out how agents can authenticate.
 * @param token the credential of the user; null for none.
 * @throws CommandError if the server cannot be reached, or does not accept the credential.
 */
export async function findAccess(client: RestClient, token: string | null): Promise<AgentAccess> {
  const canRead = await client.get<{ data: { auth_method?: string } }>('user').catch((error) => {
    // Keys that only send cannot read anything.
    if (error instanceof RefusedError && error.status === 403 && token !== null) return null;
    throw error;
  });
  if (canRead?.data.auth_method === 'ANONYMOUS') return { kind: 'open' };
  if (!token?.startsWith(KEY_PREFIX)) return { kind: 'created-keys' };
  await client.post('traces', { resourceSpans: [] }).catch((error: unknown) => {
    if (!(error instanceof RefusedError) || error.status !== 403) throw error;
    throw new CommandError(
      `This API key cannot send traces. Use another key, or sign in with "spandrel login", so that keys for the agents can be created.`,
    );
  });
  return { kind: 'given-key', key: token, canRead: canRead !== null };
}

/** Returns the keys that were created earlier for a server and still exist. */
export async function findCreatedKeys(client: RestClient, journal: Journal): Promise<JournalKey[]> {
  const known = journal.contents.keys.filter(({ server }) => server === client.url);
  const existing = new Set<string>();
  for (const list of new Set(known.map(({ deletion }) => deletion))) {
    const { data } = await client.get<{ data: { id: string; expires_at?: string }[] }>(list);
    for (const { id, expires_at } of data) {
      if (!expires_at || Date.parse(expires_at) > Date.now()) existing.add(id);
    }
  }
  return known.filter(({ id }) => existing.has(id));
}

/** Creates a key for the agents of this machine, and records it. Administrators' secrets create system keys. */
export async function createKey(
  client: RestClient,
  scope: JournalKey['scope'],
  days: number | undefined,
  journal: Journal,
): Promise<string> {
  const data = {
    name: `Coding agents on ${hostname()} (${scope})`.slice(0, 100),
    description: 'Created by "spandrel connect", which deletes it with --undo.',
    scope,
    ...(days && { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
  };
  for (const path of ['user/api_keys', 'system/api_keys']) {
    try {
      const created = await client.post<{ data: { id: string; key: string } }>(path, { data });
      const { id, key } = created.data;
      journal.contents.keys.push({ server: client.url, scope, deletion: path, id, key });
      await journal.save();
      return key;
    } catch (error) {
      const isSystemUser = error instanceof RefusedError && error.status === 403;
      if (!isSystemUser || path === 'system/api_keys') throw error;
    }
  }
  throw new Error('One of the paths either answers or throws.');
}
