import { HELP_ARTICLES } from './content/help-articles.js';
import { type HelpQuestion, REVISED_QUESTIONS } from './content/help-questions.js';
import { Random } from './random.js';
import { documentAttributes, llmAttributes, type SpanPlan } from './span-plan.js';

/** How a way to answer fares; the shares are of all its runs. */
interface Approach {
  name: string;
  description: string;
  model: string;
  typicalMs: number;
  /** How many of the answers are right. */
  quality: number;
  /** How many of the runs fail. */
  failing: number;
  tag?: string;
}

const APPROACHES: readonly Approach[] = [
  {
    name: 'keyword search',
    description: 'Articles that share words with the question',
    model: 'gpt-5.2-mini',
    typicalMs: 900,
    quality: 0.45,
    failing: 0.1,
    tag: 'baseline',
  },
  {
    name: 'vector search',
    description: 'Articles that mean the same',
    model: 'gpt-5.2-mini',
    typicalMs: 1_100,
    quality: 0.7,
    failing: 0.03,
  },
  {
    name: 'vector search, larger model',
    description: 'The same with a model of four times the price',
    model: 'gpt-5.2',
    typicalMs: 2_600,
    quality: 0.95,
    failing: 0,
  },
];

const REPETITIONS = 2;
const GAP_MS = 400;
const HOUR_MS = 3_600_000;
const NO_ANSWER = 'I am sorry, the articles do not tell.';
const EXCEPTION = { type: 'RateLimitError', message: 'too many requests', stack: 'at chat()' };

/** What one evaluator says of a run. */
export interface Verdict {
  name: string;
  kind: 'LLM' | 'CODE';
  result: { label: string; score: number; explanation: string };
}

export interface RunPlan {
  /** Stable id of the example. */
  example: string;
  repetition: number;
  startTimeMs: number;
  output: { answer: string } | null;
  error: string | null;
  trace: SpanPlan;
  verdicts: Verdict[];
}

export interface ExperimentPlan {
  name: string;
  description: string;
  metadata: object;
  repetitions: number;
  tag?: string | undefined;
  runs: RunPlan[];
}

/** Three ways to answer the questions of the help desk, tried in the last three hours. */
export function experiments(nowMs: number, seed = 3): ExperimentPlan[] {
  const random = new Random(seed);
  return APPROACHES.map((approach, index) => {
    let startTimeMs = nowMs - (APPROACHES.length - index) * HOUR_MS;
    const runs: RunPlan[] = [];
    for (const question of REVISED_QUESTIONS) {
      for (let repetition = 1; repetition <= REPETITIONS; repetition++) {
        const run = planRun(random, approach, question, repetition, startTimeMs);
        runs.push(run);
        startTimeMs += durationOf(run.trace) + GAP_MS;
      }
    }
    const { name, description, model, tag } = approach;
    return { name, description, metadata: { model }, repetitions: REPETITIONS, tag, runs };
  });
}

/** How long a span takes, with its children one after the other. */
export function durationOf({ beforeMs, afterMs, children = [] }: SpanPlan): number {
  return children.reduce((sum, child) => sum + durationOf(child), beforeMs + afterMs);
}

function planRun(
  random: Random,
  approach: Approach,
  question: HelpQuestion,
  repetition: number,
  startTimeMs: number,
): RunPlan {
  const isFailed = random.chance(approach.failing);
  const isRight = random.chance(approach.quality);
  const answer = isRight ? question.answer : NO_ANSWER;
  return {
    example: question.id,
    repetition,
    startTimeMs,
    output: isFailed ? null : { answer },
    error: isFailed ? `${EXCEPTION.type}: ${EXCEPTION.message}` : null,
    trace: traceOf(random, approach, question, isFailed ? null : answer),
    verdicts: isFailed ? [] : verdictsOn(random, answer, isRight),
  };
}

/** @param answer null when the model refused to work. */
function traceOf(
  random: Random,
  { model, typicalMs }: Approach,
  { question }: HelpQuestion,
  answer: string | null,
): SpanPlan {
  const found = [random.pick(HELP_ARTICLES), random.pick(HELP_ARTICLES)].map(({ id, content }) => ({
    id,
    content,
  }));
  const end = answer === null ? { exception: EXCEPTION } : {};
  return {
    name: 'answer question',
    beforeMs: 1.2,
    afterMs: 0.6,
    attributes: {
      'openinference.span.kind': 'CHAIN',
      'input.value': question,
      ...(answer !== null && { 'output.value': answer }),
    },
    ...end,
    children: [
      {
        name: 'find articles',
        beforeMs: random.durationMs(40),
        afterMs: 0,
        attributes: {
          'openinference.span.kind': 'RETRIEVER',
          'input.value': question,
          ...documentAttributes('retrieval.documents', found),
        },
      },
      {
        name: 'chat',
        beforeMs: random.durationMs(typicalMs),
        afterMs: 0,
        attributes: llmAttributes({
          model,
          provider: 'openai',
          input: [
            { role: 'system', content: found.map(({ content }) => content).join('\n\n') },
            { role: 'user', content: question },
          ],
          output: { role: 'assistant', content: answer ?? '' },
        }),
        ...end,
      },
    ],
  };
}

function verdictsOn(random: Random, answer: string, isRight: boolean): Verdict[] {
  const isShort = answer.length <= 120;
  const score = isRight ? 0.85 + random.next() * 0.15 : random.next() * 0.3;
  return [
    {
      name: 'correctness',
      kind: 'LLM',
      result: {
        label: isRight ? 'correct' : 'incorrect',
        score: Math.round(score * 100) / 100,
        explanation: isRight ? 'Says what the reference says.' : 'Leaves the question open.',
      },
    },
    {
      name: 'brevity',
      kind: 'CODE',
      result: {
        label: isShort ? 'short' : 'long',
        score: isShort ? 1 : 0,
        explanation: `${answer.length} characters`,
      },
    },
  ];
}
