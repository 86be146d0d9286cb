import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { type AgentUser, createAgentUser, FOUND } from './agent-user.js';

describe('spandrel connect, if the server requires keys', () => {
  let secured: SecuredServer;
  let user: AgentUser;

  beforeAll(async () => {
    secured = await startSecuredServer();
  });
  afterAll(() => secured.stop());
  beforeEach(async () => {
    user = await createAgentUser(secured.url);
  });
  afterEach(() => user.close());

  const signIn = async (role: 'MEMBER' | 'VIEWER' = 'MEMBER') => {
    const [, accessToken] = /access-token=([^;]+)/.exec(secured.accounts[role].cookie)!;
    const credential = {
      type: 'sign-in',
      accessToken,
      refreshToken: 'unused',
      expiresAt: Date.now() + 600_000,
    };
    await user.put(
      '.config/spandrel/credentials.json',
      JSON.stringify({ current: secured.url, servers: { [secured.url]: credential } }),
    );
  };
  const listKeys = () =>
    secured.sql<{ scope: string }>(
      `SELECT scope FROM api_keys WHERE name LIKE 'Coding agents on %' ORDER BY scope`,
    );
  const at = ['--url', ''];
  beforeEach(() => {
    at[1] = secured.url;
  });

  it('creates one key for sending and one for reading, and deletes them at the end', async () => {
    await signIn();
    await user.putAgents('claude-code');
    await user.putAgents('codex');
    const before = await user.readHome();
    const first = await user.connect(...at);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('A test span has arrived');
    expect(first.stdout).not.toMatch(/spd_\w/);
    expect(await listKeys()).toEqual([{ scope: 'ingest' }, { scope: 'read' }]);
    const { spandrel } = (await user.readJson('.claude.json')).mcpServers;
    const asked = await fetch(`${secured.url}/v1/user`, { headers: spandrel.headers });
    expect(asked.status).toBe(200);
    const [, ingestKey] = /Bearer (spd_\w+),x-project-name/.exec(
      await user.read('.claude/settings.json'),
    )!;
    const refused = await fetch(`${secured.url}/v1/user`, {
      headers: { Authorization: `Bearer ${ingestKey}` },
    });
    expect(refused.status).toBe(403);
    expect((await user.connect(...at)).stdout).toContain('Codex CLI is already connected.');
    expect(await listKeys()).toHaveLength(2);
    expect(await user.undo()).toMatchObject({ code: 0, stderr: '' });
    expect(await listKeys()).toEqual([]);
    expect(await user.readHome()).toEqual(before);
  });

  it('creates a new key in place of one that was deleted', async () => {
    await signIn();
    await user.putAgents('cursor');
    await user.connect(...at);
    const before = await user.read('.cursor/mcp.json');
    await secured.sql(`DELETE FROM api_keys WHERE name LIKE 'Coding agents on %'`);
    expect(await user.connect(...at)).toMatchObject({ code: 0, stderr: '' });
    expect(await user.read('.cursor/mcp.json')).not.toBe(before);
    expect(await listKeys()).toEqual([{ scope: 'read' }]);
    await user.undo();
    expect(await user.read('.cursor/mcp.json')).toBe(FOUND['cursor']!['.cursor/mcp.json']);
  });

  it('creates no keys with --dry-run, or if the user says no', async () => {
    await signIn();
    await user.putAgents('claude-code');
    expect((await user.connect(...at, '--dry-run')).stdout).toContain('Bearer …');
    const answered = await user.answer('n\n', ...at);
    expect(answered).toMatchObject({ code: 0 });
    expect(await listKeys()).toEqual([]);
  });

  it('creates nothing for viewers, who cannot send spans', async () => {
    await signIn('VIEWER');
    await user.putAgents('codex');
    const before = await user.readHome();
    expect(await user.connect(...at)).toMatchObject({
      code: 1,
      stderr: 'Viewers cannot send spans. Choose another scope.\n',
    });
    expect(await listKeys()).toEqual([]);
    expect(await user.readHome()).toEqual(before);
  });

  it('says that other users can read a file with a key', async () => {
    await signIn();
    await user.put('.claude/settings.json', '{}', 0o644);
    const { stdout } = await user.connect(...at);
    expect(stdout).toMatch(/settings\.json will contain an API key, and other users/);
    await user.undo();
  });

  it('creates system keys with the secret of the administrators', async () => {
    await user.putAgents('codex');
    const outcome = await user.connect(...at, '--api-key', secured.adminSecret, '--key-days', '30');
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(await listKeys()).toHaveLength(2);
    await user.undo('--api-key', secured.adminSecret);
    expect(await listKeys()).toEqual([]);
  });

  it('uses an API key as it is, because keys create no keys', async () => {
    await user.putAgents('cursor');
    const { key } = secured.accounts.MEMBER;
    const outcome = await user.connect(...at, '--api-key', key);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain('will contain the API key that you gave');
    expect(await user.read('.cursor/mcp.json')).toContain(key);
    expect(await listKeys()).toEqual([]);
  });

  it('gives agents no key for reading if the given one can only send', async () => {
    await user.putAgents('codex');
    const key = await secured.createKey(secured.accounts.MEMBER.userId, { scope: 'ingest' });
    const outcome = await user.connect(...at, '--api-key', key);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain('A test span was stored. This key cannot read it.');
    const toml = parseToml(await user.read('.codex/config.toml'));
    expect(toml['mcp_servers']).toEqual({ spandrel: { url: `${secured.url}/mcp` } });
  });

  it.each([
    ['wrong', 'did not accept the credential', () => Promise.resolve('spd_wrong')],
    ['missing', 'requires a credential', () => Promise.resolve('')],
    [
      'only for reading',
      'This API key cannot send traces.',
      () => secured.createKey(secured.accounts.MEMBER.userId, { scope: 'read' }),
    ],
  ])('changes nothing if the key is %s', async (_what, message, findKey) => {
    await user.putAgents('claude-code');
    const before = await user.readHome();
    const outcome = await user.connect(...at, '--api-key', await findKey());
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain(message);
    expect(await user.readHome()).toEqual(before);
  });

  it('keeps the record of keys that could not be deleted', async () => {
    await signIn();
    await user.putAgents('cursor');
    await user.connect(...at);
    await rm(join(user.home, '.config/spandrel/credentials.json'));
    const refused = await user.undo();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/The API key spd_\w{8}… at \S+ was not deleted/);
    expect(await user.read('.cursor/mcp.json')).toBe(FOUND['cursor']!['.cursor/mcp.json']);
    await signIn();
    expect(await user.undo()).toMatchObject({ code: 0, stderr: '' });
    expect(await listKeys()).toEqual([]);
  });
});
