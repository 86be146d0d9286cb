import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCommandLine } from '../support/command-line.js';
import type { Outcome } from '../support/invocation.js';

/** The settings that each agent has before, by path. An empty text stands for a folder without files. */
export const FOUND: Record<string, Record<string, string>> = {
  'claude-code': {
    '.claude/settings.json':
      '{\n    // chosen by me\n    "model": "opus",\n    "env": { "FOO": "1" }, // mine\n}\n',
    '.claude.json': '{"numStartups":3,"mcpServers":{"other":{"command":"x"}}}',
  },
  codex: {
    '.codex/config.toml':
      'model = "gpt-5" # mine\r\n\r\n[otel]\r\nexporter = "none"\r\n\r\n[tui]\r\ntheme = "dark"',
  },
  'gemini-cli': {
    '.gemini/settings.json': '{\n\t"telemetry": { "enabled": false }\n}',
    '.gemini/.env': 'GEMINI_API_KEY=secret-of-mine',
  },
  'qwen-code': { '.qwen/settings.json': '' },
  'copilot-cli': { '.copilot/': '', '.bashrc': 'alias ll="ls -l"' },
  opencode: { '.config/opencode/opencode.jsonc': '{ /* empty */ }\n' },
  cursor: { '.cursor/mcp.json': '{"mcpServers": {}}\n' },
};

/** A user with coding agents, who calls `spandrel connect`. */
export type AgentUser = Awaited<ReturnType<typeof createAgentUser>>;

/** Creates a user without any agents, whose home folder is empty. */
export async function createAgentUser(serverUrl: string) {
  const home = await mkdtemp(join(tmpdir(), 'spandrel-home-'));
  const cli = await createCommandLine({
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    SHELL: '/bin/bash',
    SPANDREL_URL: serverUrl,
    SPANDREL_PROJECT: 'agents',
  });
  const put = async (path: string, text: string, mode?: number): Promise<void> => {
    const file = join(home, path);
    await mkdir(path.endsWith('/') ? file : dirname(file), { recursive: true });
    if (!path.endsWith('/')) await writeFile(file, text, mode === undefined ? {} : { mode });
  };
  return {
    home,
    /** Writes a file, or creates a folder if the path ends with a slash. */
    put,
    /** Writes the settings of agents. */
    async putAgents(...names: string[]): Promise<void> {
      const files = names.flatMap((name) => Object.entries(FOUND[name]!));
      for (const [path, text] of files) await put(path, text);
    },
    read: (path: string) => readFile(join(home, path), 'utf8'),
    async readJson(path: string) {
      return JSON.parse(await readFile(join(home, path), 'utf8'));
    },
    /** Every file and folder, with contents and permissions. */
    async readHome() {
      const entries = await readdir(home, { recursive: true, withFileTypes: true });
      const named = entries.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const { mode } = await stat(path);
        return [path, mode, entry.isFile() ? await readFile(path, 'utf8') : null] as const;
      });
      return (await Promise.all(named)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    },
    connect: (...args: string[]): Promise<Outcome> =>
      cli.run('connect', '--folder', home, '--yes', ...args),
    /** Like `connect`, but answers its questions. */
    answer: (answers: string, ...args: string[]): Promise<Outcome> =>
      cli.feed(answers, 'connect', '--folder', home, ...args),
    undo: (...args: string[]): Promise<Outcome> => cli.run('connect', '--undo', '--yes', ...args),
    async close(): Promise<void> {
      await cli.close();
      await rm(home, { recursive: true });
    },
  };
}
