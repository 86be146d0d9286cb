import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { createCommandLine } from '../support/command-line.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type AgentUser, createAgentUser, FOUND } from './agent-user.js';

describe('spandrel connect', () => {
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

  describe.each(Object.keys(FOUND))('for %s', (name) => {
    it('connects it, changes nothing the second time, and restores everything', async () => {
      await user.putAgents(name);
      const before = await user.readHome();
      const first = await user.connect();
      expect(first).toMatchObject({ code: 0, stderr: '' });
      expect(first.stdout).toContain('is connected.');
      expect(first.stdout).toMatch(/A test span has arrived: http\S+\/traces\/[\da-f]{32}\n/);
      const connected = await user.readHome();
      expect(connected).not.toEqual(before);
      const again = await user.connect();
      expect(again.stdout).toContain('is already connected.');
      const withoutJournal = (files: Awaited<ReturnType<typeof user.readHome>>) =>
        files.filter(([path]) => !path.endsWith('connect.json'));
      expect(withoutJournal(await user.readHome())).toEqual(withoutJournal(connected));
      expect(await user.undo()).toMatchObject({ code: 0, stderr: '' });
      expect(await user.readHome()).toEqual(before);
    });

    it('only shows the changes with --dry-run', async () => {
      await user.putAgents(name);
      const before = await user.readHome();
      const shown = await user.connect('--dry-run');
      expect(shown).toMatchObject({ code: 0, stderr: '' });
      expect(shown.stdout).toContain(`${server.url}/mcp`);
      expect(shown.stdout).not.toContain('is connected');
      expect(await user.readHome()).toEqual(before);
    });

    it('reports files that are not valid, and leaves them as they are', async () => {
      await user.putAgents(name);
      const [path] = Object.keys(FOUND[name]!);
      await user.put(path!.endsWith('/') ? `${path}mcp-config.json` : path!, '{ "broken": ');
      const before = await user.readHome();
      const outcome = await user.connect('--only', name);
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toMatch(
        /It is not valid (JSON|TOML): .+ in line 1\. Correct it first/,
      );
      expect(outcome.stderr).toContain('1 agent could not be connected.');
      await user.undo();
      expect(await user.readHome()).toEqual(before);
    });
  });

  it('sets what Claude Code reads, and keeps comments and other values', async () => {
    await user.putAgents('claude-code');
    const { stdout } = await user.connect();
    expect(stdout).toContain('Claude Code does not read a file with comments or trailing commas.');
    const settings = await user.read('.claude/settings.json');
    expect(settings).toContain('// chosen by me');
    expect(settings).toContain('"FOO": "1"');
    expect(settings).toContain('"CLAUDE_CODE_ENABLE_TELEMETRY": "1"');
    expect(settings).toContain(`"OTEL_EXPORTER_OTLP_ENDPOINT": "${server.url}"`);
    expect(settings).toContain('"OTEL_EXPORTER_OTLP_HEADERS": "x-project-name=agents"');
    expect(settings).toContain('"OTEL_LOG_USER_PROMPTS": "1"');
    expect(await user.readJson('.claude.json')).toEqual({
      numStartups: 3,
      mcpServers: {
        other: { command: 'x' },
        spandrel: { type: 'http', url: `${server.url}/mcp` },
      },
    });
  });

  it('sets what Codex reads, in a table that exists already', async () => {
    await user.putAgents('codex');
    await user.connect('--no-content');
    const exporter = (signal: string) => ({
      'otlp-http': {
        endpoint: `${server.url}/v1/${signal}`,
        protocol: 'binary',
        headers: { 'x-project-name': 'agents' },
      },
    });
    const text = await user.read('.codex/config.toml');
    expect(parseToml(text)).toEqual({
      model: 'gpt-5',
      otel: {
        log_user_prompt: false,
        exporter: exporter('logs'),
        trace_exporter: exporter('traces'),
        metrics_exporter: exporter('metrics'),
      },
      tui: { theme: 'dark' },
      mcp_servers: { spandrel: { url: `${server.url}/mcp` } },
    });
    expect(text).toContain('model = "gpt-5" # mine\r\n');
  });

  it('starts agents that read only variables with a function of the shell', async () => {
    await user.putAgents('copilot-cli');
    await user.connect();
    const file = join(user.home, '.config/spandrel/copilot-cli.sh');
    expect(await user.read('.bashrc')).toContain(`. '${file}'`);
    const script = await user.read('.config/spandrel/copilot-cli.sh');
    expect(script).toContain("COPILOT_OTEL_ENABLED='true'");
    expect(script).toContain('command copilot "$@"');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('asks for each agent, and connects none without an answer', async () => {
    await user.putAgents('cursor');
    await user.putAgents('codex');
    const before = await user.readHome();
    expect(await user.answer('y\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nobody answered, so nothing was changed.'),
    });
    expect(await user.readHome()).toEqual(before);
    expect(await user.answer('n\ny\n')).toMatchObject({ code: 0 });
    expect(await user.read('.codex/config.toml')).toBe(FOUND['codex']!['.codex/config.toml']);
    expect((await user.readJson('.cursor/mcp.json')).mcpServers.spandrel).toBeDefined();
  });

  it('connects only the named agents', async () => {
    await user.putAgents('cursor');
    await user.putAgents('qwen-code');
    await user.connect('--only', 'cursor');
    expect(await user.read('.qwen/settings.json')).toBe('');
    expect(await user.connect('--only', 'codex')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Codex CLI was not found'),
    });
    expect(await user.connect('--only', 'emacs')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        '"emacs" is not the name of an agent. Use one of: claude-code',
      ),
    });
  });

  it.each(['', 'a\nb', "x'$(touch pwned)'", 'a,b=c', '"', '東京', 'x'.repeat(101)])(
    'refuses the project %j, which agents cannot send',
    async (project) => {
      await user.putAgents('codex');
      expect(await user.connect('--project', project)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--project must have at most 100 letters'),
      });
    },
  );

  it('shows no secrets', async () => {
    await user.putAgents('gemini-cli');
    await user.put(
      '.cursor/mcp.json',
      '{"mcpServers": {"x": {"headers": {"Authorization": "Bearer abc"}}}}',
    );
    const { stdout } = await user.connect('--dry-run');
    expect(stdout).toContain('GEMINI_API_KEY=…');
    expect(stdout).not.toMatch(/secret-of-mine|abc/);
  });

  it('changes nothing if the server cannot be reached', async () => {
    await user.putAgents('cursor');
    const before = await user.readHome();
    const outcome = await user.connect('--url', 'http://127.0.0.1:9');
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain('cannot be reached');
    expect(await user.readHome()).toEqual(before);
  });

  it('names the lines for the frameworks of the folder', async () => {
    await user.put('requirements.txt', ['LangGraph>=1 # agents', 'langchain', 'openai'].join('\n'));
    await user.put('package.json', '{"dependencies": {"ai": "7.0.0"}}');
    const { stdout } = await user.connect();
    expect(stdout).toContain('This folder uses Python (OpenAI, LangGraph).');
    expect(stdout).toContain(
      `register(project_name="agents", endpoint="${server.url}/v1/traces", auto_instrument=True)`,
    );
    expect(stdout).toContain('This folder uses TypeScript (Vercel AI SDK).');
    expect(stdout).toContain('Coding agents: none found');
    // What the folder has is not installed again, in another version.
    expect(stdout).toMatch(
      /^ {2}npm install @arizeai\/phoenix-otel @ai-sdk\/openai @ai-sdk\/otel$/m,
    );
    expect(stdout).not.toMatch(/pip install.* (openai|langgraph)( |$)/m);
  });

  it.each([
    ['^5.0.0', 'Vercel AI SDK 5, 6'],
    ['6', 'Vercel AI SDK 5, 6'],
    ['latest', 'Vercel AI SDK'],
    ['>=10', 'Vercel AI SDK'],
  ])('names the lines for version %s of a framework', async (version, title) => {
    await user.put('package.json', JSON.stringify({ dependencies: { ai: version } }));
    const { stdout } = await user.connect();
    expect(stdout).toContain(`This folder uses TypeScript (${title}).`);
  });

  it('names only lines for a folder that has all packages', async () => {
    const dependencies = { openai: '5', '@arizeai/phoenix-otel': '1' };
    const instrumentation = { '@arizeai/openinference-instrumentation-openai': '1' };
    await user.put(
      'package.json',
      JSON.stringify({ dependencies, devDependencies: instrumentation }),
    );
    const { stdout } = await user.connect();
    expect(stdout).toContain('TypeScript (OpenAI). To trace it, add these lines');
    expect(stdout).not.toContain('npm install');
  });

  it('names the project after the folder', async () => {
    const folder = join(user.home, 'My shop (2)');
    await mkdir(folder);
    const bare = await createCommandLine({ HOME: user.home, SPANDREL_URL: server.url });
    const { stdout } = await bare.run('connect', '--folder', folder);
    expect(stdout).toContain('project: My-shop-2\n');
    await bare.close();
  });
});
