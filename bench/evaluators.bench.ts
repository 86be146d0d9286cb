/**
 * Measures how many evaluations each built-in evaluator makes per second, with texts of some
 * hundred characters, and how this compares with the 2,000 that an experiment needs at most.
 * Run: `npm run bench:evaluators`
 *
 * Settings: BENCH_SECONDS (1).
 */
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
