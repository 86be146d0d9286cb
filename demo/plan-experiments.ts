import { HELP_ARTICLES } from './content/help-articles.ts';
import { type HelpQuestion, REVISED_QUESTIONS } from './content/help-questions.ts';
import { Random } from './random.ts';
import { documentAttributes, llmAttributes, type SpanPlan } from './span-plan.ts';

/** The quality of one way to answer. Shares refer to all of its runs. */
interface Approach {
  name: string;
  description: string;
  model: string;
  typicalMs: number;
  /** Share of correct answers. */
  quality: number;
  /** Share of failed runs. */
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
    description: 'Articles with a similar meaning to the question',
    model: 'gpt-5.2-mini',
    typicalMs: 1_100,
    quality: 0.7,
    failing: 0.03,
  },
  {
    name: 'vector search, larger model',
    description: 'Same, with a model that costs four times as much',
    model: 'gpt-5.2',
    typicalMs: 2_600,
    quality: 0.95,
    failing: 0,
  },
];

const REPETITIONS = 2;
const GAP_MS = 400;
const HOUR_MS = 3_600_000;
const NO_ANSWER = 'Sorry, the articles do not say.';
const EXCEPTION = { type: 'RateLimitError', message: 'too many requests', stack: 'at chat()' };

/** One evaluator's result for a run. */
export interface Verdict {
  name: string;
  kind: 'LLM' | 'CODE';
  result: { label: string; score: number; explanation: string };
}

export interface RunPlan {
  /** Stable ID of the example. */
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

/**
 * Plans experiments with three ways to answer the help desk's questions, run in the last three
 * hours.
 */
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

/** Returns how long a span takes with its children in sequence. */
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

/** @param answer null if the model call failed. */
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
        explanation: isRight ? 'Agrees with the reference.' : 'Does not answer the question.',
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
