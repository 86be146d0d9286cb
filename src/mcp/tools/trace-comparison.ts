import { z } from 'zod';
import {
  compact,
  COST,
  cut,
  presentCost,
  roundMs,
  type ShownCost,
  takeFitting,
} from '../calls/answer.js';
import * as inputs from '../calls/inputs.js';
import { type Answer, type Call, defineTool } from '../calls/tool.js';
import { type OutlinedSpan, presentSpan, SPAN_OUTLINE } from './span-outline.js';

const COMPARE = `query ($base: ID!, $other: ID!) {
  compareTraces(baseTraceId: $base, otherTraceId: $other) {
    base { ...trace }
    other { ...trace }
    pairs { depth differences base { ...span } other { ...span } }
    isComplete
  }
}
fragment trace on Trace {
  id traceId startTime latencyMs numSpans errorCount tokenCountTotal projectId
  ${COST}
  rootSpan { name }
}
fragment span on Span { ${SPAN_OUTLINE} }`;

interface ComparedTrace {
  id: string;
  traceId: string;
  startTime: string;
  latencyMs: number | null;
  numSpans: number;
  errorCount: number;
  tokenCountTotal: number;
  projectId: string;
  costSummary: ShownCost;
  rootSpan: { name: string } | null;
}

interface Pair {
  depth: number;
  differences: string[];
  base: OutlinedSpan | null;
  other: OutlinedSpan | null;
}

interface Comparison {
  base: ComparedTrace;
  other: ComparedTrace;
  pairs: Pair[];
  isComplete: boolean;
}

const NAME_CHARACTERS = 120;

/** Compares two traces span by span. */
export const TRACE_COMPARISON = defineTool({
  name: 'compare_traces',
  title: 'Compare traces',
  description:
    'Compares two traces span by span, such as one that went well and one that failed: their figures, ' +
    'and the pairs of spans that differ in name, status, input, output, model, tools or parameters, or ' +
    'that only one of them has. Use get_span for the texts of two spans.',
  input: {
    base_id: inputs.traceId,
    other_id: inputs.traceId,
    only_differing: z
      .boolean()
      .default(true)
      .describe('Whether to leave out pairs that are equal.'),
    offset: z.int().min(0).max(2_000).default(0).describe('How many pairs to skip.'),
  },
  async run(input, call) {
    const { compareTraces } = await call.graphql<{ compareTraces: Comparison }>(COMPARE, {
      base: input.base_id,
      other: input.other_id,
    });
    const { base, other, pairs, isComplete } = compareTraces;
    const listed = input.only_differing ? pairs.filter(differs) : pairs;
    const head = {
      base: presentTrace(base, call),
      other: presentTrace(other, call),
      pair_count: pairs.length,
      differing_pair_count: pairs.filter(differs).length,
      ...(!isComplete && { note: 'Only the first 1,000 spans of each trace were compared.' }),
      link: call.links.traceComparison(base.traceId, other.traceId),
    };
    const shown = takeFitting(listed.slice(input.offset).map(presentPair), head);
    const next = input.offset + shown.length;
    return { ...head, pairs: shown, next_offset: next < listed.length ? next : null };
  },
});

function differs({ base, other, differences }: Pair): boolean {
  return !base || !other || differences.length > 0;
}

function presentTrace(trace: ComparedTrace, { links }: Pick<Call, 'links'>): Answer {
  return compact({
    trace_id: trace.traceId,
    name: trace.rootSpan && cut(trace.rootSpan.name, NAME_CHARACTERS),
    start_time: trace.startTime,
    latency_ms: roundMs(trace.latencyMs),
    span_count: trace.numSpans,
    failed_span_count: trace.errorCount,
    tokens: trace.tokenCountTotal,
    ...presentCost(trace.costSummary),
    link: links.trace(trace.projectId, trace.traceId),
  });
}

function presentPair({ depth, differences, base, other }: Pair): Answer {
  return compact({
    only_in: base ? (other ? null : 'base') : 'other',
    differs_in: differences.map((difference) => difference.toLowerCase()),
    base: base && presentSpan(base, depth),
    other: other && presentSpan(other, depth),
  });
}
