/**
 * Measures how many evaluations each built-in evaluator makes per second, with texts of some
 * hundred characters, and how this compares with the 2,000 that an experiment needs at most.
 * Run: `npm run bench:evaluators`
 *
 * Then measures code: how long the first evaluation in a process that is ready takes, and how many
 * a second the sandbox makes of a small function, which should be 50 ms and 200, and how many for eight
 * callers at once.
 *
 * Settings: BENCH_SECONDS (1).
 */
import { SandboxPool } from '../src/sandbox/pool/sandbox-pool.js';
import type { Language } from '../src/sandbox/process/protocol.js';
import { BUILT_IN_EVALUATORS } from '../src/evaluators/built-in/built-in-evaluators.js';

const MILLISECONDS = Number(process.env['BENCH_SECONDS'] ?? 1) * 1000;
const FLOOR = 2_000;
const BATCH = 100;

const answer = 'The capital of France is Paris, a city at the Seine. '.repeat(7);
const document = {
  city: 'Paris',
  country: { name: 'France', code: 'FR' },
  districts: Array.from({ length: 20 }, (_, at) => ({ number: at + 1, area: at * 1.5 })),
};

const context = {
  output: { answer, document: JSON.stringify(document) },
  reference: { answer: `${answer}!`, document: { ...document, city: 'Lyon' } },
};

const texts = { expected: 'reference.answer', actual: 'output.answer' };
const text = { text: 'output.answer' };

const MAPPINGS: Record<string, { path: Record<string, string>; literal: Record<string, string> }> =
  {
    contains: { path: text, literal: { words: 'paris, seine, lyon' } },
    exact_match: { path: texts, literal: {} },
    regex: { path: text, literal: { pattern: '(?i)capital of \\w+ is (lyon|rome)' } },
    levenshtein_distance: { path: texts, literal: {} },
    json_distance: {
      path: { expected: 'reference.document', actual: 'output.document' },
      literal: {},
    },
  };

for (const evaluator of BUILT_IN_EVALUATORS) {
  const { path, literal } = MAPPINGS[evaluator.name]!;
  const mapping = { pathMapping: path, literalMapping: literal };
  const begin = performance.now();
  let [count, passed] = [0, 0];
  while (passed < MILLISECONDS) {
    for (let at = 0; at < BATCH; at += 1) evaluator.evaluate(context, mapping);
    count += BATCH;
    passed = performance.now() - begin;
  }
  const rate = Math.round((count / passed) * 1000);
  const ratio = (rate / FLOOR).toFixed(1);
  process.stdout.write(`${evaluator.name}: ${rate} evaluations/s, ${ratio} × ${FLOOR}\n`);
}

const PROGRAMS: Record<Language, (at: number) => string> = {
  TYPESCRIPT: (at) =>
    `export default (output: string) => ({ score: output.length, label: 'v${at}' })`,
  PYTHON: (at) => `def f(output):\n    return {"score": len(output), "label": "v${at}"}`,
};

for (const [language, program] of Object.entries(PROGRAMS) as [
  Language,
  (at: number) => string,
][]) {
  const pool = new SandboxPool(language, 2);
  const { signal } = new AbortController();
  const options = { timeout: 30_000, caller: 'somebody' };
  const run = (source: string, caller = options.caller) =>
    pool.ask(
      { task: 'run', source, inputs: JSON.stringify({ output: answer }), timeout: 30_000 },
      { ...options, caller },
      signal,
    );
  const timeOf = async (work: () => Promise<unknown>) => {
    const begin = performance.now();
    await work();
    return performance.now() - begin;
  };
  const cold = await timeOf(() => run(program(0)));
  // Only a process that has run no code answers this, so the spare process of Python is then ready.
  await pool.ask({ task: 'describe', source: program(0) }, options, signal);
  // Gives the code to both processes, and lets it be compiled.
  await Promise.all(Array.from({ length: 2 * BATCH }, () => run(program(0))));
  const warm = await timeOf(() => run(program(0)));
  let count = 0;
  const passed = await timeOf(async () => {
    const end = performance.now() + MILLISECONDS;
    const repeat = async () => {
      for (; performance.now() < end; count += 1) await run(program(0));
    };
    await Promise.all(Array.from({ length: 8 }, repeat));
  });
  // Two processes for eight callers in turn: each change needs another process.
  let changes = 0;
  const changing = await timeOf(async () => {
    const end = performance.now() + 5 * MILLISECONDS;
    const repeat = async (_: unknown, at: number) => {
      for (; performance.now() < end; changes += 1) await run(program(0), `caller ${at}`);
    };
    await Promise.all(Array.from({ length: 8 }, repeat));
  });
  pool.end();
  const shared = Math.round((changes / changing) * 1000);
  const rate = Math.round((count / passed) * 1000);
  process.stdout.write(
    `${language}: first ${Math.round(cold)} ms, warm ${Math.round(warm)} ms, ${rate} evaluations/s; eight callers ${shared}/s\n`,
  );
}
