import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '../support/server.js';
import { type AgentUser, createAgentUser } from './agent-user.js';

describe('spandrel connect --undo', () => {
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

  it('restores the first settings after the project has changed', async () => {
    await user.putAgents('claude-code');
    const before = await user.readHome();
    await user.connect();
    await user.connect('--project', 'another one');
    expect(await user.read('.claude/settings.json')).toContain('x-project-name=another one');
    await user.undo();
    expect(await user.readHome()).toEqual(before);
  });

  it('keeps what others have set since, and takes back the rest', async () => {
    await user.putAgents('claude-code');
    await user.connect();
    const settings = await user.read('.claude/settings.json');
    await user.put('.claude/settings.json', settings.replace('"opus"', '"sonnet"'));
    const state = await user.readJson('.claude.json');
    await user.put('.claude.json', JSON.stringify({ ...state, numStartups: 4 }, null, 2));
    await user.put('.bashrc', '');
    expect(await user.undo()).toMatchObject({ code: 0, stderr: '' });
    const restored = await user.read('.claude/settings.json');
    expect(restored).toContain('"sonnet"');
    expect(restored).toContain('"FOO": "1"');
    expect(restored).not.toMatch(/OTEL|CLAUDE_CODE/);
    expect(await user.readJson('.claude.json')).toEqual({
      numStartups: 4,
      mcpServers: { other: { command: 'x' } },
    });
  });

  it.each([
    ['.claude/settings.json', '"OTEL_LOGS_EXPORTER": "otlp"', '"OTEL_LOGS_EXPORTER": "console"'],
    ['.codex/config.toml', 'protocol = "binary"', 'protocol = "json"'],
    ['.config/spandrel/copilot-cli.sh', "COPILOT_OTEL_ENABLED='true'", "COPILOT_OTEL_ENABLED=''"],
  ])('refuses to take back what has changed since in %s', async (path, ours, theirs) => {
    await user.putAgents('claude-code', 'codex', 'copilot-cli');
    await user.connect();
    await user.put(path, (await user.read(path)).replaceAll(ours, theirs));
    const changed = await user.read(path);
    const refused = await user.undo();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/has changed since\. To leave it as it is .+--keep-changes/);
    expect(await user.read(path)).toBe(changed);
    expect(await user.undo('--keep-changes')).toMatchObject({ code: 0, stderr: '' });
    expect(await user.read(path)).toContain(theirs.split(' ').at(-1));
    expect((await user.undo()).stdout).toBe('There is nothing to take back.\n');
  });

  it('takes back what somebody has already removed', async () => {
    await user.putAgents('cursor');
    await user.putAgents('gemini-cli');
    await user.connect();
    await user.put('.cursor/mcp.json', '{"mcpServers": {}}\n');
    await user.put('.gemini/.env', 'GEMINI_API_KEY=secret-of-mine');
    await rm(join(user.home, '.gemini/settings.json'));
    expect(await user.undo()).toMatchObject({ code: 0, stderr: '' });
    expect(await user.read('.gemini/.env')).toBe('GEMINI_API_KEY=secret-of-mine');
  });

  it('reports a damaged record', async () => {
    await user.put('.config/spandrel/connect.json', '{');
    expect(await user.undo()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is damaged'),
    });
  });
});
