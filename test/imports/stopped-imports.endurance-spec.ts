import { spawnAdmin } from '../support/admin.js';
import { eventually } from '../support/eventually.js';
import { testStoppedImports } from './stopped-imports.js';

describe('npm run admin -- import phoenix, after it was killed', () => {
  testStoppedImports('', async (proxy, target, isLast) => {
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
    return (await killed.outcome).stderr;
  });
});
