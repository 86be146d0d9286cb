import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_SECRET } from '../support/accounts.js';
import { admin, spawnAdmin } from '../support/admin.js';
import { startChildServer } from '../support/child-server.js';
import { passwordIn } from './shown-password.js';

describe('npm run admin', () => {
  it('works on the embedded database, whether or not the server is running', async () => {
    const workingDir = await mkdtemp(join(tmpdir(), 'spandrel-admin-'));
    const embedded = {
      SPANDREL_ENABLE_AUTH: 'true',
      SPANDREL_SECRET: TEST_SECRET,
      SPANDREL_WORKING_DIR: workingDir,
      SPANDREL_DATABASE_URL: '',
    };
    try {
      const kim = ['--email', 'kim@example.com', '--username', 'Kim', '--role', 'ADMIN'];
      const stopped = await spawnAdmin(['create-user', ...kim], embedded).outcome;
      expect([stopped.code, stopped.stderr]).toEqual([0, '']);
      expect(stopped.stdout.match(/^ {4}\S+$/gm)).toHaveLength(2);
      const child = await startChildServer({ env: embedded });
      const running = await admin(['reset-password', 'kim@example.com'], embedded);
      expect([running.code, running.stderr]).toEqual([0, '']);
      const response = await fetch(`${child.url}/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'kim@example.com', password: passwordIn(running) }),
      });
      expect(response.status).toBe(204);
      expect(await child.kill('SIGTERM')).toBe(0);
      expect((await admin(['list'], embedded)).stdout).toContain('kim@example.com');
    } finally {
      await rm(workingDir, { recursive: true, force: true });
    }
  }, 120_000);
});
