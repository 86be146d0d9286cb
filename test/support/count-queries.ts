import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { currentRequest } from './built.js';

export interface CountedQueries<T> {
  result: T;
  /** Every SQL statement sent, except transaction control and session settings. */
  statements: string[];
}

/** Sent by some requests only: what their callers may do is read once per second. */
const SHARED = /\bpublic_jobs\.|^\/\* (masks|span costs|roles in projects) \*\//;

/** Background loops and the job queue have their own connections, with names of their own. */
const BACKGROUND = /^spandrel-/;

const CONTROL =
  /^\s*(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT|SET|RESET|SHOW)\b|^SELECT set_config/i;

/**
 * Runs `work` and returns the SQL statements that it and all requests send to a database while it runs.
 * Tests use it to prove that listing 100 rows needs no more queries than listing 10. What other servers of
 * this process do does not count.
 * @param withBackground also counts what this server sends without a request, unless loops and jobs do so
 * over their own connections.
 */
export async function countQueries<T>(
  databaseUrl: string,
  work: () => Promise<T>,
  { withBackground = false } = {},
): Promise<CountedQueries<T>> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const statements: string[] = [];
  const isOurs = new AsyncLocalStorage<true>();
  const original: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof original !== 'function') throw new TypeError('pg.Client has no query method.');
  const counting = function (this: pg.Client, ...args: unknown[]): unknown {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text;
    const runsHere = this.database === name && !isBackground(this);
    const isCounted = withBackground || isOurs.getStore() || currentRequest();
    if (runsHere && isCounted && text !== undefined && !CONTROL.test(text) && !SHARED.test(text)) {
      statements.push(text);
    }
    return Reflect.apply(original, this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', counting);
  try {
    return { result: await isOurs.run(true, work), statements };
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original);
  }
}

function isBackground(client: pg.Client): boolean {
  const { application_name: name } = Reflect.get(client, 'connectionParameters') as {
    application_name?: string;
  };
  return name !== undefined && BACKGROUND.test(name);
}
