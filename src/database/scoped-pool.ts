import pg from 'pg';
import { currentScope, type ProjectScope } from '../kernel/http/request-context.js';
import { type ScopeSettings, writeSettings } from './scope-settings.js';
import { visibleSchema } from './visible-schema.js';

type Release = (error?: Error | boolean) => void;
type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: Release,
) => void;

/** Makes the statements of a connection reach everything again. */
const UNLIMITED = `RESET search_path; RESET spandrel.hidden_projects; RESET spandrel.only_projects;
  RESET spandrel.known_projects`;

/** Yields no row if there are no views. Their names would then mean the tables. */
const LIMITED = `SELECT set_config('search_path', $1, false), set_config('spandrel.hidden_projects', $2, false),
  set_config('spandrel.only_projects', $3, false), set_config('spandrel.known_projects', $4, false)
  FROM pg_namespace WHERE nspname = $5`;

/** The settings that each limited connection has. */
const current = new WeakMap<pg.PoolClient, ScopeSettings>();

/**
 * A pool whose connections reach what the request that takes them may reach. A limited connection finds
 * the views of `visible-schema.ts` under the names of the tables. It keeps its scope, so that the next
 * statement of the same caller needs no preparation.
 */
export function defineScopedPool(schema: string | undefined): typeof pg.Pool {
  const views = visibleSchema(schema);
  const searchPath = `"${views}", "${schema ?? 'public'}"`;
  return class ScopedPool extends pg.Pool {
    override connect(): Promise<pg.PoolClient>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
      // Read now: the pool may call back while it serves another request.
      const connected = this.connectLimited(currentScope());
      return callback ? void answer(connected, callback) : connected;
    }

    private async connectLimited(scope: ProjectScope | undefined): Promise<pg.PoolClient> {
      return limit(await super.connect(), scope, { views, searchPath });
    }
  };
}

/** TypeORM and the pool itself use callbacks. */
async function answer(connected: Promise<pg.PoolClient>, callback: ConnectCallback): Promise<void> {
  let client;
  try {
    client = await connected;
  } catch (error) {
    callback(error as Error, undefined, () => undefined);
    return;
  }
  callback(undefined, client, (error) => client.release(error));
}

async function limit(
  client: pg.PoolClient,
  scope: ProjectScope | undefined,
  { views, searchPath }: { views: string; searchPath: string },
): Promise<pg.PoolClient> {
  const wanted = scope && writeSettings(scope);
  const has = current.get(client);
  if (areSame(has, wanted)) return client;
  try {
    if (wanted) {
      const { hidden, only, known } = wanted;
      const { rowCount } = await client.query(LIMITED, [searchPath, hidden, only, known, views]);
      if (rowCount === 0) throw new Error(`The schema "${views}" is missing.`);
      current.set(client, wanted);
    } else {
      await client.query(UNLIMITED);
      current.delete(client);
    }
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
  return client;
}

function areSame(one: ScopeSettings | undefined, other: ScopeSettings | undefined): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  return one.hidden === other.hidden && one.only === other.only && one.known === other.known;
}
