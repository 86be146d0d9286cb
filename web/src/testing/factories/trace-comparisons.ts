import type {
  ComparedSpan,
  ComparedTrace,
  SpanPair,
} from '../../features/trace/api/trace-comparison.js';
import { NO_COSTS } from './costs.js';

/** A compared trace, by the sender's ID. */
export const aComparedTrace = (
  id: string,
  name: string,
  part: Partial<ComparedTrace> = {},
): ComparedTrace => ({
  id: `trace-${id}`,
  traceId: id,
  startTime: '2026-02-03T04:05:06.000000Z',
  latencyMs: 900,
  numSpans: 4,
  errorCount: 0,
  tokenCountTotal: 30,
  costSummary: NO_COSTS,
  project: { id: 'project-1', name: 'shop' },
  rootSpan: { id: `root-${id}`, name },
  ...part,
});

/** A span of a compared trace. */
export const aComparedSpan = (
  id: string,
  name: string,
  part: Partial<ComparedSpan> = {},
): ComparedSpan => ({
  id,
  name,
  spanKind: 'chain',
  statusCode: 'OK',
  statusMessage: '',
  modelName: null,
  provider: null,
  latencyMs: 100,
  tokenCountPrompt: null,
  tokenCountCompletion: null,
  tokenCountTotal: null,
  costSummary: null,
  ...part,
});

/** Two spans at the same place; one may be missing. */
export const aSpanPair = (
  base: ComparedSpan | null,
  other: ComparedSpan | null,
  differences: SpanPair['differences'] = [],
  depth = 1,
): SpanPair => ({ base, other, differences, depth });
