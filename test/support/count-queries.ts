import pg from 'pg';

export interface CountedQueries<T> {
  result: T;
  /** Every SQL statement sent, except transaction control, session settings and background work. */
  statements: string[];
}

/**
 * Of what happens in the background, these use the connections of requests. What callers may do is read
 * once per second, and what is masked every five.
 */
const JOBS = /\bpublic_jobs\.|^\/\* (masks|span costs|roles in projects) \*\//;

/** Background loops and the job queue have their own connections, with names of their own. */
const BACKGROUND = /^spandrel-/;

const CONTROL =
  /^\s*(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT|SET|RESET|SHOW)\b|^SELECT set_config/i;

/**
 * Runs `work` and returns the SQL statements that this process sends to a database while it runs,
 * over any connection. Tests use it to prove that listing 100 rows needs no more queries than
 * listing 10. What other servers of this process do does not count.
 */
export async function countQueries<T>(
  databaseUrl: string,
  work: () => Promise<T>,
): Promise<CountedQueries<T>> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const statements: string[] = [];
  const original: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof original !== 'function') throw new TypeError('pg.Client has no query method.');
  const counting = function (this: pg.Client, ...args: unknown[]): unknown {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text;
    const isMeant = this.database === name && !isBackground(this);
    if (isMeant && text !== undefined && !CONTROL.test(text) && !JOBS.test(text)) {
      statements.push(text);
    }
    return Reflect.apply(original, this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', counting);
  try {
    return { result: await work(), statements };
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
