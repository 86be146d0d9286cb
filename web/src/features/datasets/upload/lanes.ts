import { type Bucket, BUCKETS } from './column-plan.js';

interface LaneText {
  title: string;
  hint: string;
}

/** The parts of an example, from left to right; null: columns that are left out. */
export const LANES = [...BUCKETS, null] as const;
export const LANE_TEXTS: Record<Bucket | 'none', LaneText> = {
  input: { title: 'Input', hint: 'what goes in' },
  output: { title: 'Output', hint: 'what is expected' },
  metadata: { title: 'Metadata', hint: 'what else is known' },
  none: { title: 'Left out', hint: 'in no part of it' },
};
