/**
 * Runs the snippets of the gallery as they are pasted, each in a new project with the newest
 * packages, and checks that its trace arrives. Needs npm, uv, the network for packages, a running
 * server, and a stand-in for the model providers, because nothing here has their keys:
 *
 *     python3 test/compatibility/senders/record/provider.py 47400
 *     node scripts/run-snippets.mjs http://127.0.0.1:6006 http://127.0.0.1:47400 [id…]
 *
 * Packages are installed below `SNIPPETS_CACHE` (default `/tmp/spandrel-snippets`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeProgram } from '../dist/snippets/framework.js';
import { FRAMEWORKS } from '../dist/snippets/frameworks.js';

const [server, provider, ...ids] = process.argv.slice(2);
const cache = process.env.SNIPPETS_CACHE ?? '/tmp/spandrel-snippets';
const PATIENCE_MS = 10_000;

const environment = {
  ...process.env,
  OPENAI_API_KEY: 'sk-stand-in',
  OPENAI_BASE_URL: `${provider}/v1`,
  ANTHROPIC_API_KEY: 'sk-stand-in',
  ANTHROPIC_BASE_URL: provider,
  GEMINI_API_KEY: 'stand-in',
  GOOGLE_API_KEY: 'stand-in',
  GOOGLE_GEMINI_BASE_URL: provider,
  GROQ_API_KEY: 'stand-in',
  GROQ_BASE_URL: provider,
  MISTRAL_API_KEY: 'stand-in',
  AWS_ACCESS_KEY_ID: 'stand-in',
  AWS_SECRET_ACCESS_KEY: 'stand-in',
  AWS_ENDPOINT_URL: provider,
  CREWAI_DISABLE_TELEMETRY: 'true',
  LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  MASTRA_TELEMETRY_DISABLED: '1',
};

/** Runs a command line in a folder. @throws Error if it fails, unless failures are expected. */
function run(command, folder, { mayFail = false } = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    timeout: 300_000,
  });
  const output = `${stdout}\n${stderr}`.trim();
  if (status !== 0 && !mayFail) throw new Error(`${command}\n${output.slice(-1500)}`);
  return { status, output };
}

/** Makes a new project with the packages of a snippet. @returns the command that runs its file. */
function prepare({ id, language, install }) {
  const folder = join(cache, id);
  const isReady = existsSync(join(folder, 'ready'));
  if (!isReady) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  if (language === 'Python') {
    const pip = install.replace(/^pip install/, 'uv pip install --quiet --python .venv/bin/python');
    if (!isReady) run(`uv venv --quiet --python 3.12 .venv && ${pip}`, folder);
    writeFileSync(join(folder, 'ready'), '');
    return { folder, file: 'app.py', start: '.venv/bin/python app.py' };
  }
  if (language === 'TypeScript') {
    if (!isReady) run(`npm init -y && ${install} tsx --silent --no-audit --no-fund`, folder);
    writeFileSync(join(folder, 'ready'), '');
    return { folder, file: 'app.ts', start: 'npx tsx app.ts' };
  }
  return { folder, file: 'app.sh', start: 'bash app.sh' };
}

async function findTrace(project) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(500)) {
    const address = `${server}/v1/projects/${project}/spans?limit=100`;
    // A connection that the server has closed in the meantime is opened again.
    const response = await fetch(address).catch(() => null);
    if (!response?.ok) continue;
    const { data } = await response.json();
    if (data.length > 0) return data.map(({ name, span_kind }) => `${name} ${span_kind}`);
  }
  return null;
}

let failures = 0;
for (const framework of FRAMEWORKS) {
  if (ids.length > 0 ? !ids.includes(framework.id) : framework.id === 'opentelemetry') continue;
  const project = `snippet-${framework.id}-${process.pid}`;
  try {
    const { folder, file, start } = prepare(framework);
    const target = { server, project, needsKey: false };
    writeFileSync(join(folder, file), writeProgram(framework, target));
    const { status, output } = run(start, folder, { mayFail: true });
    const spans = await findTrace(project);
    if (spans === null) throw new Error(`No span. Exit code ${status}\n${output.slice(-1500)}`);
    const note = status === 0 ? '' : ` (exit code ${status}: ${output.split('\n').at(-1)})`;
    console.log(`ok      ${framework.id}: ${spans.slice(0, 4).join(', ')}${note}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED  ${framework.id}: ${error.message}`);
  }
}
process.exitCode = failures === 0 ? 0 : 1;
