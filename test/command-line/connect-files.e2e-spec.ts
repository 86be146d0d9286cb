import { chmod, mkdir, readdir, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '../support/server.js';
import { type AgentUser, createAgentUser } from './agent-user.js';

describe('settings files that cannot be changed', () => {
  let server: TestServer;
  let user: AgentUser;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    user = await createAgentUser(server.url);
  });
  afterEach(() => user.close());

  it.each([
    ['a table in a line', 'otel = { exporter = "none" }\n'],
    ['a table below', '[otel.exporter.otlp-http]\nendpoint = "http://x"\nprotocol = "json"\n'],
    ['several lines', '[otel]\nexporter = [\n"none",\n]\n'],
    ['a text of several lines', 'x = """\n[otel]\n"""\n'],
  ])('changes no TOML that it cannot change safely: %s', async (_what, text) => {
    await user.put('.codex/config.toml', text);
    const outcome = await user.connect();
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('in a form that this command does not change');
    expect(await user.read('.codex/config.toml')).toBe(text);
  });

  it.each([
    [
      'a symbolic link',
      'is a symbolic link',
      async (file: string) => {
        await writeFile(join(user.home, 'target'), '{}');
        await symlink(join(user.home, 'target'), file);
      },
    ],
    ['a folder', 'is not a file', (file: string) => mkdir(file)],
    [
      'a read-only file',
      'is read-only. Make it writable with: chmod u+w',
      async (file: string) => {
        await writeFile(file, '{}');
        await chmod(file, 0o444);
      },
    ],
    [
      'a huge file',
      'is larger than 32 MiB',
      async (file: string) => {
        await writeFile(file, '');
        await truncate(file, 33 * 1024 * 1024);
      },
    ],
    ['no text', 'is not text in UTF-8', (file: string) => writeFile(file, Buffer.from([0xff, 0]))],
    ['no object', 'It is not a JSON object', (file: string) => writeFile(file, '[1]')],
    [
      'something else in the way',
      '"mcpServers" in it is not an object',
      (file: string) => writeFile(file, '{"mcpServers": [1]}'),
    ],
    [
      'a key twice',
      'It has the same key twice',
      (file: string) => writeFile(file, '{"mcpServers": {}, "mcpServers": {}}'),
    ],
  ])('does not touch %s', async (_what, message, prepare) => {
    await user.put('.cursor/', '');
    await user.putAgents('qwen-code');
    const file = join(user.home, '.cursor/mcp.json');
    await prepare(file);
    const outcome = await user.connect();
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain(message);
    // The others are connected.
    expect(outcome.stdout).toContain('Qwen Code is connected.');
    expect(await readdir(join(user.home, '.cursor'))).toEqual(['mcp.json']);
  });

  it('keeps the permissions of files, and lets nobody else read new ones', async () => {
    await user.put('.claude/settings.json', '{}', 0o640);
    await user.connect();
    const modeOf = async (path: string) => (await stat(join(user.home, path))).mode & 0o777;
    expect(await modeOf('.claude/settings.json')).toBe(0o640);
    expect(await modeOf('.claude.json')).toBe(0o600);
    expect(await modeOf('.config/spandrel/connect.json')).toBe(0o600);
  });
});
