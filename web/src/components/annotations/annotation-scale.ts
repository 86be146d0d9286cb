/** The scale of the annotations with a config. */
export interface AnnotationScale {
  isHigherBetter: boolean;
  /** The scores between which values lie. A value at or beyond an end is the best or the worst. */
  low: number;
  high: number;
  /** The scores of labels, for annotations that have only a label. */
  scores: ReadonlyMap<string, number>;
}

export type Quality = 'good' | 'bad';

/** The scales of annotations, by name. Names without a known direction are missing. */
export type AnnotationScales = ReadonlyMap<string, AnnotationScale>;

/** Returns whether a value is in the best or the worst third; undefined if it is neither. */
export function judgeValue(
  scale: AnnotationScale | undefined,
  { score, label }: { score: number | null; label: string | null },
): Quality | undefined {
  if (!scale) return undefined;
  const { isHigherBetter, low, high, scores } = scale;
  const known = score ?? (label === null ? undefined : scores.get(label));
  if (known === undefined) return undefined;
  const place = low === high ? Number(known >= high) : (known - low) / (high - low);
  const goodness = isHigherBetter ? place : 1 - place;
  if (goodness >= 2 / 3) return 'good';
  return goodness <= 1 / 3 ? 'bad' : undefined;
}
