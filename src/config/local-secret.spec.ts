import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from './env.js';
import { withLocalSecret } from './local-secret.js';

const SECRET = 'a-secret-of-32-characters-0123456789';

describe('withLocalSecret', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spandrel-secret-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const file = () => join(directory, 'spandrel.secret');
  const secretsOf = async (variables: Record<string, string> = {}) => {
    const env = readEnv({ SPANDREL_WORKING_DIR: directory, ...variables });
    return (await withLocalSecret(env)).auth.secrets;
  };

  it('generates a secret once, which only its owner can read', async () => {
    const [secret, ...others] = await secretsOf();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(others).toEqual([]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await readFile(file(), 'utf8')).trim()).toBe(secret);
    expect(await secretsOf()).toEqual([secret]);
  });

  it('keeps it as the previous secret if one is set later', async () => {
    const [made] = await secretsOf();
    expect(await secretsOf({ SPANDREL_SECRET: SECRET })).toEqual([SECRET, made]);
  });

  it('generates none if one is set or the database is external', async () => {
    expect(await secretsOf({ SPANDREL_SECRET: SECRET })).toEqual([SECRET]);
    expect(await secretsOf({ SPANDREL_DATABASE_URL: 'postgresql://a@b/c' })).toEqual([]);
    await expect(stat(file())).rejects.toThrow('ENOENT');
  });

  it.each(['', 'short\n', 'two words that are long enough, but 2 words'])(
    'refuses a file that contains %j, without overwriting it',
    async (content) => {
      await writeFile(file(), content);
      await expect(secretsOf()).rejects.toThrow(/spandrel\.secret is damaged/);
      expect(await readFile(file(), 'utf8')).toBe(content);
    },
  );
});
