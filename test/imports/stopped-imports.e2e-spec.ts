import { admin } from '../support/admin.js';
import { testStoppedImports } from './stopped-imports.js';

describe('npm run admin -- import phoenix, after the other server refused something', () => {
  testStoppedImports('was refused with 403: No.', async (proxy, target, isLast) => {
    proxy.answer = (path, body) => (isLast(path, body) ? { status: 403, body: 'No.' } : null);
    const { stderr } = await admin(['import', 'phoenix', '--url', proxy.url], {
      SPANDREL_DATABASE_URL: target.databaseUrl,
    });
    return stderr;
  });
});
