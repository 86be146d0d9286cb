import { GenerativeModelKind } from './generative-model.enum.js';

/** A model whose pattern occurs in the name of the span's model. */
export interface ModelCandidate {
  id: number;
  kind: GenerativeModelKind;
  provider: string;
  /** Microseconds since 1970; null if the prices always apply. */
  startMicros: bigint | null;
  /** See `measureSpecificity`. */
  specificity: number;
}

/** The span to find a model for. */
export interface SpanToPrice {
  provider: string | null;
  startMicros: bigint;
}

/**
 * Chooses the model that prices a span. Custom models come before built-in ones, then those of the
 * span's provider, then the most specific pattern, then the latest start. Of equals, the newest
 * custom model or the oldest built-in one.
 */
export function chooseModel<T extends ModelCandidate>(
  candidates: readonly T[],
  span: SpanToPrice,
): T | null {
  let left = candidates.filter(
    ({ startMicros }) => startMicros === null || startMicros <= span.startMicros,
  );
  const custom = left.filter(({ kind }) => kind === GenerativeModelKind.CUSTOM);
  if (custom.length > 0) left = custom;
  const { provider } = span;
  if (left.length > 1 && provider) {
    const same = left.filter((model) => model.provider === provider);
    if (same.length > 0) left = same;
  }
  return left.toSorted(compareModels)[0] ?? null;
}

/** Sorts the model to choose first. */
function compareModels(a: ModelCandidate, b: ModelCandidate): number {
  if (a.specificity !== b.specificity) return b.specificity - a.specificity;
  const [startA, startB] = [a.startMicros, b.startMicros];
  if (startA !== startB) {
    if (startA === null) return 1;
    if (startB === null) return -1;
    return startA > startB ? -1 : 1;
  }
  return a.kind === GenerativeModelKind.CUSTOM ? b.id - a.id : a.id - b.id;
}
