import { isObject, type Json } from '../../../lib/json/exact-json.js';
import type { EvaluationTrace } from '../api/last-evaluations.js';

/** An evaluation as its trace records it. */
export interface ReadEvaluation {
  label: string | null;
  score: number | null;
  /** The explanation, or why it failed. */
  text: string;
  isFailed: boolean;
  /** The judged span, trace or session; undefined in traces of earlier releases. */
  subject: { kind: 'span' | 'trace' | 'session'; id: string } | undefined;
}

/** Reads the root span of an evaluation, as the server records it. */
export function readEvaluation({ rootSpan }: Pick<EvaluationTrace, 'rootSpan'>): ReadEvaluation {
  const output = parse(rootSpan?.output?.value);
  const { label, score, explanation } = output;
  const isFailed = rootSpan?.statusCode === 'ERROR';
  return {
    label: typeof label === 'string' ? label : null,
    score: typeof score === 'number' ? score : null,
    text: isFailed ? rootSpan.statusMessage : typeof explanation === 'string' ? explanation : '',
    isFailed,
    subject: readSubject(parse(rootSpan?.metadata)),
  };
}

function readSubject(metadata: Record<string, unknown>): ReadEvaluation['subject'] {
  for (const kind of ['span', 'trace', 'session'] as const) {
    const id = metadata[`${kind}_id`];
    if (typeof id === 'string' && id !== '') return { kind, id };
  }
  return undefined;
}

/** An empty object for what is none. */
function parse(text: string | null | undefined): Record<string, unknown> {
  try {
    const value = JSON.parse(text ?? '') as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
