import { randomUUID } from 'node:crypto';

/** Safe in a header, a log line and a search box. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The id that the sender or a proxy gave a request, when it can be one; else a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && SAFE.test(header) ? header : randomUUID();
}
