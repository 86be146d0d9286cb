import pg from 'pg';
import { currentScope, type ProjectScope } from '../common/http/request-context.js';
import { visibleSchema } from './visible-schema.js';

type Release = (error?: Error | boolean) => void;
type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: Release,
) => void;

/** Makes the statements of a connection reach everything again. */
const UNLIMITED = `RESET search_path; RESET spandrel.hidden_projects; RESET spandrel.only_projects;
  RESET spandrel.last_known_project`;

/** Yields no row if there are no views. Their names would then mean the tables. */
const LIMITED = `SELECT set_config('search_path', $1, false), set_config('spandrel.hidden_projects', $2, false),
  set_config('spandrel.only_projects', $3, false), set_config('spandrel.last_known_project', $4, false)
  FROM pg_namespace WHERE nspname = $5`;

/** The scope that each limited connection has, as text. */
const scopes = new WeakMap<pg.PoolClient, string>();

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
  const wanted = scope && JSON.stringify(scope);
  if (scopes.get(client) === wanted) return client;
  try {
    if (scope) {
      const hidden = `{${scope.hidden.join(',')}}`;
      const only = scope.only ? `{${scope.only.join(',')}}` : '';
      const known = String(scope.lastKnown);
      const { rowCount } = await client.query(LIMITED, [searchPath, hidden, only, known, views]);
      if (rowCount === 0) throw new Error(`The schema "${views}" is missing.`);
    } else {
      await client.query(UNLIMITED);
    }
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
  if (wanted === undefined) scopes.delete(client);
  else scopes.set(client, wanted);
  return client;
}
