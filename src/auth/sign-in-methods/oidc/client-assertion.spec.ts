import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readClientAssertion } from './client-assertion.js';

describe('a client assertion', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spandrel-assertion-'));
  const path = join(folder, 'token');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read each time, without the line break at the end', async () => {
    writeFileSync(path, 'first\n');
    await expect(readClientAssertion(path)).resolves.toBe('first');
    writeFileSync(path, 'second');
    await expect(readClientAssertion(path)).resolves.toBe('second');
  });

  it('is at most 64 KiB long', async () => {
    writeFileSync(path, 'a'.repeat(64 * 1024));
    await expect(readClientAssertion(path)).resolves.toHaveLength(64 * 1024);
    writeFileSync(path, 'a'.repeat(64 * 1024 + 1));
    await expect(readClientAssertion(path)).rejects.toThrow('too large');
  });

  it('must be a regular, non-empty file', async () => {
    writeFileSync(path, ' \n');
    await expect(readClientAssertion(path)).rejects.toThrow('empty');
    await expect(readClientAssertion(folder)).rejects.toThrow(/regular|EISDIR/);
    await expect(readClientAssertion('/dev/zero')).rejects.toThrow('regular');
    await expect(readClientAssertion(join(folder, 'absent'))).rejects.toThrow('ENOENT');
    const pipe = join(folder, 'pipe');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    await expect(readClientAssertion(pipe)).rejects.toThrow('regular');
  });
});
