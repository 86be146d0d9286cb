import { spawnAdmin } from '../support/admin.js';
import { eventually } from '../support/eventually.js';
import type { FaultyProxy } from '../support/faulty-proxy.js';
import type { TestServer } from '../support/server.js';

/** Starts an import, and kills it when it asks for something. Until then, everything was imported. */
export async function killImport(
  proxy: FaultyProxy,
  target: TestServer,
  isLast: (path: string, body: string) => boolean,
): Promise<void> {
  let isHeld = false;
  proxy.answer = (path, body) => {
    if (!isLast(path, body)) return null;
    isHeld = true;
    return { status: 429, headers: { 'Retry-After': '60' }, body: 'Slow down.' };
  };
  const killed = spawnAdmin(['import', 'phoenix', '--url', proxy.url], {
    SPANDREL_DATABASE_URL: target.databaseUrl,
  });
  await eventually('the last request', () => Promise.resolve(isHeld), { withinMs: 60_000 });
  killed.process.kill('SIGKILL');
  await killed.outcome;
  proxy.answer = () => null;
}
