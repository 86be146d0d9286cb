import { type Bucket, BUCKETS } from './column-plan.js';

interface LaneText {
  title: string;
  hint: string;
}

/** The parts of an example, from left to right; null for columns that are left out. */
export const LANES = [...BUCKETS, null] as const;
export const LANE_TEXTS: Record<Bucket | 'none', LaneText> = {
  input: { title: 'Input', hint: 'what your application receives' },
  output: { title: 'Output', hint: 'the expected result' },
  metadata: { title: 'Metadata', hint: 'everything else' },
  none: { title: 'Left out', hint: 'not uploaded' },
};
