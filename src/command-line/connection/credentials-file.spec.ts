import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CredentialsFile, findCredentialsFile } from './credentials-file.js';

describe('CredentialsFile', () => {
  let directory: string;
  let file: CredentialsFile;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spandrel-credentials-'));
    file = new CredentialsFile(join(directory, 'deep', 'credentials.json'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const store = (name: string) =>
    file.change(({ servers }) => {
      servers[name] = { type: 'api-key', key: name };
    });

  it('is empty until something is stored, and then only its owner can read it', async () => {
    expect(await file.read()).toEqual({ servers: {} });
    await store('a');
    expect((await file.read()).servers).toEqual({ a: { type: 'api-key', key: 'a' } });
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(directory, 'deep'))).toEqual(['credentials.json']);
  });

  it('loses no change of others', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map(store));
    expect(Object.keys((await file.read()).servers).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('takes over the lock of a command that was stopped', async () => {
    await store('a');
    await writeFile(`${file.path}.lock`, '');
    const longAgo = Date.now() / 1000 - 120;
    await utimes(`${file.path}.lock`, longAgo, longAgo);
    await store('b');
    expect(Object.keys((await file.read()).servers)).toEqual(['a', 'b']);
  });

  it('gives the lock back and changes nothing if the work fails', async () => {
    await store('a');
    await expect(file.change(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await store('b');
    expect(Object.keys((await file.read()).servers)).toEqual(['a', 'b']);
  });

  it('is where the XDG Base Directory Specification says', () => {
    expect(findCredentialsFile({ XDG_CONFIG_HOME: '/x' }).path).toBe(
      '/x/spandrel/credentials.json',
    );
    expect(findCredentialsFile({}).path).toMatch(/\/\.config\/spandrel\/credentials\.json$/);
  });
});
