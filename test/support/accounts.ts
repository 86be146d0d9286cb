import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '../../src/kernel/access/roles.js';
import { LoginSessionsService } from './built.js';
import {
  type GraphqlAnswer,
  type StartOptions,
  startTestServer,
  type TestServer,
} from './server.js';

export const TEST_SECRET = 'test-secret-0123456789-abcdefghijklmnop';
export const TEST_ADMIN_SECRET = 'admin-secret-0123456789-abcdefghijklmn';

/** The default administrator's password on a secured server. It need not be changed first. */
export const ADMIN_PASSWORD = 'correct horse battery staple';

export type AccountRole = Role;

/** A signed-in user with a key. */
export interface Account {
  userId: number;
  username: string;
  email: string;
  /** Value of a `Cookie` header. */
  cookie: string;
  /** An API key with full scope. */
  key: string;
}

export interface SecuredServer extends TestServer {
  /** One account per role. */
  accounts: Record<AccountRole, Account>;
  /** A key of the system user. */
  systemKey: string;
  adminSecret: string;
  /** Sends GraphQL with some headers. */
  gqlAs<T = Record<string, unknown>>(
    headers: Record<string, string>,
    query: string,
    variables?: Record<string, unknown>,
  ): Promise<GraphqlAnswer<T>>;
  /** Creates another account, without a password. */
  createAccount(role: AccountRole): Promise<Account>;
  /** Signs an account in again. @returns the value of a `Cookie` header. */
  signIn(userId: number): Promise<string>;
  /** Creates a key in the database and returns it as clients send it. */
  createKey(userId: number, columns?: KeyColumns): Promise<string>;
}

interface KeyColumns {
  scope?: 'full' | 'read' | 'ingest';
  projectId?: number | null;
  expiresAt?: Date | null;
}

/** The header that sends a key or another bearer token. */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The header that a signed-in browser sends. */
export const cookieOf = ({ cookie }: Account) => ({ Cookie: cookie });

/**
 * A server with authentication on and one account of each role. Rate limits are off unless `env`
 * turns them on.
 */
export async function startSecuredServer(
  env: Record<string, string> = {},
  options: StartOptions = {},
): Promise<SecuredServer> {
  const server = await startTestServer(
    {
      SPANDREL_ENABLE_AUTH: 'true',
      SPANDREL_SECRET: TEST_SECRET,
      SPANDREL_ADMIN_SECRET: TEST_ADMIN_SECRET,
      SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: ADMIN_PASSWORD,
      SPANDREL_DISABLE_RATE_LIMIT: 'true',
      ...env,
    },
    options,
  );
  await server.sql('UPDATE users SET password_needs_reset = false');
  const sessions = server.app.get(LoginSessionsService, { strict: false });

  const signIn = async (userId: number): Promise<string> => {
    const tokens = await sessions.open({ userId, authMethod: 'LOCAL' });
    return (
      `spandrel-access-token=${tokens.accessToken}; ` +
      `spandrel-refresh-token=${tokens.refreshToken}`
    );
  };
  const createKey = async (
    userId: number,
    { scope = 'full', projectId = null, expiresAt = null }: KeyColumns = {},
  ): Promise<string> => {
    const key = `spd_${randomBytes(32).toString('hex').slice(0, 43)}`;
    await server.sql(
      `INSERT INTO api_keys (user_id, name, prefix, key_hash, scope, project_id, expires_at)
       VALUES ($1, 'test', $2, $3, $4, $5, $6)`,
      [userId, key.slice(0, 12), sha256(key), scope, projectId, expiresAt],
    );
    return key;
  };
  const createAccount = async (role: AccountRole): Promise<Account> => {
    const username = `${role.toLowerCase()}-${randomBytes(4).toString('hex')}`;
    const email = `${username}@example.com`;
    const rows = await server.sql<{ id: number }>(
      `INSERT INTO users (username, email, role, auth_method, password_hash)
       VALUES ($1, $2, $3, 'LOCAL', '!') RETURNING id`,
      [username, email, role],
    );
    const userId = rows[0]!.id;
    return { userId, username, email, cookie: await signIn(userId), key: await createKey(userId) };
  };

  return {
    ...server,
    accounts: {
      ADMIN: await createAccount('ADMIN'),
      MEMBER: await createAccount('MEMBER'),
      VIEWER: await createAccount('VIEWER'),
    },
    systemKey: await createKey(1),
    adminSecret: TEST_ADMIN_SECRET,
    async gqlAs(headers, query, variables = {}) {
      const response = await server.request
        .post('/graphql')
        .set(headers)
        .send({ query, variables });
      return response.body;
    },
    createAccount,
    signIn,
    createKey,
  };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
