import type { ComparedSpan, SpanPair } from '../api/trace-comparison.js';

type Difference = SpanPair['differences'][number];

const NAMES: Record<Difference, string> = {
  NAME: 'name',
  KIND: 'kind',
  STATUS: 'status',
  INPUT: 'input',
  OUTPUT: 'output',
  MODEL: 'model',
  TOOLS: 'tools',
  PARAMETERS: 'parameters',
};

/** The span by which a pair is shown and addressed: that of the first trace, if it has one. */
export function getLead({ base, other }: SpanPair): ComparedSpan {
  return (base ?? other)!;
}

/** Whether a pair has anything to look at beside its figures. */
export function differs({ base, other, differences }: SpanPair): boolean {
  return !base || !other || differences.length > 0;
}

/** Finds the pair with a span by its global ID; without one, the first that differs, or else the first. */
export function findPair(
  pairs: readonly SpanPair[],
  spanId: string | undefined,
): SpanPair | undefined {
  const wanted = pairs.find(
    ({ base, other }) => spanId !== undefined && [base?.id, other?.id].includes(spanId),
  );
  return wanted ?? pairs.find(differs) ?? pairs[0];
}

/** Returns the next or previous pair that differs, around the end; undefined if there is none. */
export function stepToDifference(
  pairs: readonly SpanPair[],
  from: SpanPair | undefined,
  direction: 1 | -1,
): SpanPair | undefined {
  const at = from ? pairs.indexOf(from) : -1;
  for (let step = 1; step <= pairs.length; step += 1) {
    const pair = pairs[(at + direction * step + pairs.length * 2) % pairs.length];
    if (pair && differs(pair)) return pair;
  }
  return undefined;
}

/** `only in A`, or what differs: `input, output`. Empty if nothing does. */
export function describeDifferences({ base, other, differences }: SpanPair): string {
  if (!other) return 'only in A';
  if (!base) return 'only in B';
  return differences.map((difference) => NAMES[difference]).join(', ');
}
