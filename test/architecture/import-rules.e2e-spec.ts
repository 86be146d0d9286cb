import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALLOWED, ALLOWED_SQL, MANIFESTS, PLANTED, STATEMENTS, TARGETS } from './planted.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONFIG = join(ROOT, '.dependency-cruiser.mjs');

interface Violation {
  rule: { name: string };
  from: string;
  to: string;
}

/** Runs the import check of `npm run deps` on a different source tree. */
async function violationsIn(directory: string): Promise<Violation[]> {
  const json = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [
        join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        CONFIG,
        '--output-type',
        'json',
        'src',
        'snippets',
        'web/src',
        'test',
      ],
      { cwd: directory, maxBuffer: 64 * 1024 * 1024 },
      // The exit code is the number of violations, so only output that is not JSON is a failure.
      (error, stdout) =>
        stdout === '' ? reject(error ?? new Error('no answer')) : resolve(stdout),
    );
  });
  return (JSON.parse(json) as { summary: { violations: Violation[] } }).summary.violations;
}

/** Runs a script, another part of `npm run deps`, on a different source tree. */
function findingsOf(name: string, directory: string): Promise<string> {
  const script = join(ROOT, 'scripts', name);
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { cwd: directory }, (_, stdout) => resolve(stdout));
  });
}

async function plantEverything(directory: string): Promise<void> {
  const files: Record<string, string> = { ...ALLOWED, ...ALLOWED_SQL, ...STATEMENTS };
  for (const target of TARGETS) files[target] = 'export class File {}';
  for (const [path, content] of Object.entries(MANIFESTS)) files[path] = JSON.stringify(content);
  for (const { files: planted } of PLANTED) Object.assign(files, planted);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), `${content}\n`);
  }
}

describe('import rules', () => {
  let directory: string;
  let violations: Violation[];

  beforeAll(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'spandrel-rules-')));
    await plantEverything(directory);
    violations = await violationsIn(directory);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each(PLANTED)('$rule refuses that $from imports $to', ({ rule, from, to }) => {
    const found = violations.filter((violation) => violation.from === from);
    expect(found.map((violation) => [violation.rule.name, violation.to])).toContainEqual([
      rule,
      to,
    ]);
  });

  it('accept everything else', () => {
    const planted = new Set(PLANTED.flatMap(({ files }) => Object.keys(files)));
    expect(violations.filter(({ from }) => !planted.has(from))).toEqual([]);
  });

  it('refuse two folders that import each other, type imports included', async () => {
    const findings = await findingsOf('check-folders.mjs', directory);
    expect(findings).toContain('In src/one, left and right import each other');
    expect(findings).toContain('In src/three, *.ts and below import each other');
    expect(findings).toContain('In src, five and seven and six import each other');
    // A module may import the folders below it.
    expect(findings).not.toContain('src/four');
  });

  it('refuse statements outside of *.queries.ts', async () => {
    const findings = await findingsOf('check-sql.mjs', directory);
    const files = findings.split('\n').flatMap((line) => line.split(':', 1)[0] || []);
    expect(files.toSorted()).toEqual(Object.keys(STATEMENTS).toSorted());
  });

  it('are each planted at least once', async () => {
    const { default: config } = (await import(CONFIG)) as {
      default: { forbidden: { name: string }[] };
    };
    const planted = new Set(PLANTED.map(({ rule }) => rule));
    expect([...planted].toSorted()).toEqual(config.forbidden.map(({ name }) => name).toSorted());
  });
});
