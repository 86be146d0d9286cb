import { CORRECT, INCORRECT, NOTES, TONE_COMMENTS } from './content/review-texts.ts';
import type { Random } from './random.ts';
import type { SentTrace } from './trace-sender.ts';

/** Who judged, as the REST API names it. */
type Kind = 'HUMAN' | 'LLM' | 'CODE';

/** An annotation as the REST API accepts it, without its target. */
interface Judgment {
  name: string;
  annotator_kind: Kind;
  result: { label?: string; score?: number; explanation?: string };
  metadata?: Record<string, string>;
  identifier?: string;
}

type Item<Key extends string> = Record<Key, string> & Judgment;

/** All annotations and notes of the demo, by target. */
export interface AnnotationPlan {
  spans: Item<'span_id'>[];
  traces: Item<'trace_id'>[];
  sessions: Item<'session_id'>[];
  documents: (Item<'span_id'> & { document_position: number })[];
  spanNotes: { span_id: string; note: string; identifier: string }[];
}

/** The configs of the projects: what people and judges are asked. */
export const CONFIGS = [
  {
    type: 'CATEGORICAL',
    name: 'correctness',
    description: 'Is everything the answer says right?',
    optimization_direction: 'MAXIMIZE',
    values: [
      { label: 'correct', score: 1 },
      { label: 'partly correct', score: 0.5 },
      { label: 'incorrect', score: 0 },
    ],
  },
  {
    type: 'CONTINUOUS',
    name: 'helpfulness',
    description: 'How much does the answer help, from 1 to 5?',
    optimization_direction: 'MAXIMIZE',
    lower_bound: 1,
    upper_bound: 5,
  },
  {
    type: 'FREEFORM',
    name: 'tone',
    description: 'How does the answer sound?',
    optimization_direction: 'NONE',
  },
  {
    type: 'CATEGORICAL',
    name: 'relevance',
    description: 'Does the document help to answer the question?',
    optimization_direction: 'MAXIMIZE',
    values: [
      { label: 'relevant', score: 1 },
      { label: 'irrelevant', score: 0 },
    ],
  },
] as const;

/** The configs that each project uses. */
export const CONFIGS_OF_PROJECTS: Record<string, readonly string[]> = {
  'support-chat': ['user_feedback', 'correctness', 'helpfulness', 'tone'],
  'docs-rag': ['correctness', 'relevance'],
  'research-agent': ['helpfulness'],
};

const JUDGE = { annotator_kind: 'LLM', metadata: { model: 'gpt-5.2' } } as const;

/** Plans what people, judges and checks think of the traces. The same for the same traces. */
export function planAnnotations(traces: readonly SentTrace[], random: Random): AnnotationPlan {
  const plan: AnnotationPlan = {
    spans: [],
    traces: [],
    sessions: [],
    documents: [],
    spanNotes: [],
  };
  for (const trace of traces) {
    if (trace.project === 'support-chat') judgeChat(plan, trace, random);
    if (trace.project === 'docs-rag') judgeDocs(plan, trace, random);
    if (trace.project === 'research-agent' && random.chance(0.4)) {
      plan.traces.push({
        trace_id: trace.traceId,
        name: 'helpfulness',
        annotator_kind: 'HUMAN',
        result: { score: random.int(2, 5) },
      });
    }
  }
  const sessions = traces.flatMap(({ sessionId }) => sessionId ?? []);
  for (const id of new Set(sessions)) {
    if (!random.chance(0.7)) continue;
    const isResolved = random.chance(0.75);
    plan.sessions.push({
      session_id: id,
      name: 'outcome',
      annotator_kind: 'CODE',
      result: { label: isResolved ? 'resolved' : 'handed over', score: Number(isResolved) },
    });
  }
  return plan;
}

function judgeChat(plan: AnnotationPlan, { traceId, root }: SentTrace, random: Random): void {
  if (random.chance(0.45)) {
    const isGood = random.chance(0.72);
    plan.traces.push({
      trace_id: traceId,
      name: 'user_feedback',
      annotator_kind: 'HUMAN',
      result: { label: isGood ? 'positive' : 'negative', score: Number(isGood) },
    });
  }
  if (random.chance(0.8)) {
    const isCorrect = random.chance(0.8);
    plan.spans.push({
      span_id: root.spanId,
      name: 'correctness',
      ...JUDGE,
      result: {
        label: isCorrect ? 'correct' : 'incorrect',
        score: Number(isCorrect),
        explanation: random.pick(isCorrect ? CORRECT : INCORRECT),
      },
    });
  }
  for (const reviewer of ['ana', 'ben']) {
    if (!random.chance(0.3)) continue;
    plan.spans.push({
      span_id: root.spanId,
      name: 'helpfulness',
      annotator_kind: 'HUMAN',
      identifier: `reviewer:${reviewer}`,
      result: { score: random.int(2, 5) },
    });
  }
  if (random.chance(0.15)) {
    plan.spans.push({
      span_id: root.spanId,
      name: 'tone',
      annotator_kind: 'HUMAN',
      result: { explanation: random.pick(TONE_COMMENTS) },
    });
  }
  if (random.chance(0.08)) {
    plan.spanNotes.push({
      span_id: root.spanId,
      note: random.pick(NOTES),
      identifier: 'demo',
    });
  }
}

function judgeDocs(plan: AnnotationPlan, { spans }: SentTrace, random: Random): void {
  for (const span of spans) {
    if (span.name === 'write answer' && random.chance(0.6)) {
      const isCorrect = random.chance(0.85);
      plan.spans.push({
        span_id: span.spanId,
        name: 'correctness',
        ...JUDGE,
        result: {
          label: isCorrect ? 'correct' : 'partly correct',
          score: isCorrect ? 1 : 0.5,
          explanation: isCorrect
            ? 'All statements have a passage number, and the passages contain them.'
            : 'The first passage says less than the answer makes of it.',
        },
      });
    }
    if (!random.chance(0.7)) continue;
    for (let position = 0; position < span.documentCount; position++) {
      const isRelevant = random.chance(0.85 - position * 0.2);
      plan.documents.push({
        span_id: span.spanId,
        document_position: position,
        name: 'relevance',
        ...JUDGE,
        result: { label: isRelevant ? 'relevant' : 'irrelevant', score: Number(isRelevant) },
      });
    }
  }
}
