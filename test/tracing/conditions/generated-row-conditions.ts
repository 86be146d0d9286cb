import fc from 'fast-check';
import { add, conditionOn, loops, type NumberOf, type TextOf } from './generated-loops.js';
import type {
  ModelAnnotation,
  ModelCost,
  ModelSession,
  ModelSpan,
  ModelTrace,
} from './judged-sessions.js';

const SPAN_NUMBERS: NumberOf<ModelSpan>[] = [
  ['s.latency_ms', ({ latency }) => latency],
  ['s.llm_token_count_prompt', ({ prompt }) => prompt],
];
const SPAN_TEXTS: TextOf<ModelSpan>[] = [
  ['s.name', ({ name }) => name],
  ['s.span_kind', ({ kind }) => kind, 'upperCase'],
  ['s.status_code', ({ status }) => status, 'upperCase'],
];
const COST_NUMBERS: NumberOf<ModelCost>[] = [
  ['d.cost', ({ cost }) => cost],
  ['d.tokens', ({ tokens }) => tokens],
  ['d.cost_per_token', ({ rate }) => rate],
];
const COST_TEXTS: TextOf<ModelCost>[] = [['d.token_type', ({ type }) => type]];
const ANNOTATION_NUMBERS: NumberOf<ModelAnnotation>[] = [['a.score', ({ score }) => score]];
const ANNOTATION_TEXTS: TextOf<ModelAnnotation>[] = [
  ['a.label', ({ label }) => label],
  ['a.name', ({ name }) => name],
];

const isPrompt = fc.constantFrom('d.is_prompt', 'd.is_prompt == True').map((text) => ({
  text,
  holds: (cost: ModelCost) => cost.isPrompt,
}));
const onCost = conditionOn(COST_NUMBERS, COST_TEXTS, [isPrompt]);
const onSpan = conditionOn(SPAN_NUMBERS, SPAN_TEXTS);
const onAnnotation = conditionOn(ANNOTATION_NUMBERS, ANNOTATION_TEXTS);

const root = ({ spans }: ModelTrace) => spans[0]!.attributes;
const metadata = (attributes: Record<string, unknown>) =>
  attributes['metadata'] as { env: string; tier: number };
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
const traceTokens = ({ spans }: ModelTrace) => spans.map(({ prompt }) => prompt);
const countOf = (spans: ModelSpan[], field: 'kind' | 'status', value: string) =>
  spans.filter((span) => span[field] === value).length;
const spansOf = ({ traces }: ModelSession) => traces.flatMap(({ spans }) => spans);
const endOf = ({ start, spans }: ModelTrace) =>
  start + Math.max(...spans.map(({ offset, latency }) => offset + latency));
const latencyOf = (trace: ModelTrace) => endOf(trace) - trace.start;

const totalCost = (spans: ModelSpan[], side?: 'prompt' | 'completion') =>
  add(
    spans
      .flatMap(({ costs }) => costs)
      .filter((cost) => side === undefined || cost.isPrompt === (side === 'prompt'))
      .map(({ cost }) => cost),
  );
/** A span with what is known of it in its trace. */
interface SpanOfTrace extends ModelSpan {
  parentSpan: ModelSpan | undefined;
  below: ModelSpan[];
}

function spansOfTrace({ spans }: ModelTrace): SpanOfTrace[] {
  const below = (span: ModelSpan): ModelSpan[] => [
    span,
    ...spans.filter(({ parent }) => parent === span.id).flatMap(below),
  ];
  return spans.map((span) => ({
    ...span,
    parentSpan: spans.find(({ id }) => id === span.parent),
    below: below(span),
  }));
}

const TREE_NUMBERS: NumberOf<SpanOfTrace>[] = [
  ...SPAN_NUMBERS,
  ['s.cumulative_error_count', ({ below }) => countOf(below, 'status', 'ERROR')],
  ['s.cumulative_llm_token_count_prompt', ({ below }) => add(below.map(({ prompt }) => prompt))],
];
const TREE_TEXTS: TextOf<SpanOfTrace>[] = [
  ...SPAN_TEXTS,
  ['s.parent_id', ({ parent }) => parent],
  ['s.parent_span.status_code', ({ parentSpan }) => parentSpan?.status ?? null, 'upperCase'],
];
const onTraceSpan = conditionOn(TREE_NUMBERS, TREE_TEXTS, [
  loops('d', 's.cost_details', ({ costs }: SpanOfTrace) => costs, onCost, COST_NUMBERS),
  loops(
    'c',
    's.children',
    ({ id, below }: SpanOfTrace) => below.filter(({ parent }) => parent === id),
    conditionOn<ModelSpan>(
      [['c.latency_ms', ({ latency }) => latency]],
      [['c.status_code', ({ status }) => status, 'upperCase']],
    ),
    [['c.latency_ms', ({ latency }) => latency]],
  ),
]);

export const generatedTraceCondition = conditionOn<ModelTrace>(
  [
    ['latency_ms', latencyOf],
    ['num_spans', ({ spans }) => spans.length],
    ['error_count', ({ spans }) => countOf(spans, 'status', 'ERROR')],
    ['token_count_prompt', (trace) => add(traceTokens(trace))],
    ['prompt_cost', ({ spans }) => totalCost(spans, 'prompt')],
    ['total_cost', ({ spans }) => totalCost(spans)],
    ['llm_span_count', ({ spans }) => countOf(spans, 'kind', 'LLM')],
    ["metadata['tier']", (trace) => metadata(root(trace)).tier],
    [
      "trace_annotations['resolved'].score",
      ({ annotations }) => annotations.find(({ name }) => name === 'resolved')?.score ?? null,
    ],
  ],
  [
    ['input', (trace) => textOf(root(trace)['input.value'])],
    ['output', (trace) => textOf(root(trace)['output.value'])],
    ['user.id', (trace) => textOf(root(trace)['user.id'])],
    ["metadata['env']", (trace) => metadata(root(trace)).env],
    [
      "trace_annotations['resolved'].label",
      ({ annotations }) => annotations.find(({ name }) => name === 'resolved')?.label ?? null,
    ],
  ],
  [
    loops('s', 'spans', spansOfTrace, onTraceSpan, TREE_NUMBERS),
    loops(
      'd',
      'span_cost_details',
      ({ spans }: ModelTrace) => spans.flatMap(({ costs }) => costs),
      onCost,
      COST_NUMBERS,
    ),
    loops(
      'a',
      'span_annotations',
      ({ spans }: ModelTrace) => spans.flatMap(({ annotations }) => annotations),
      onAnnotation,
      ANNOTATION_NUMBERS,
    ),
  ],
);

const inTrace = conditionOn<ModelTrace>(
  [['t.latency_ms', latencyOf]],
  [],
  [loops('s', 't.spans', ({ spans }: ModelTrace) => spans, onSpan, SPAN_NUMBERS)],
);

export const generatedSessionCondition = conditionOn<ModelSession>(
  [
    ['num_traces', ({ traces }) => traces.length],
    [
      'num_traces_with_error',
      ({ traces }) => traces.filter(({ spans }) => countOf(spans, 'status', 'ERROR') > 0).length,
    ],
    [
      'duration_ms',
      ({ traces }) =>
        Math.max(...traces.map(endOf)) - Math.min(...traces.map(({ start }) => start)),
    ],
    ['token_count_prompt', ({ traces }) => add(traces.flatMap(traceTokens))],
    ['completion_cost', (session) => totalCost(spansOf(session), 'completion')],
    ['total_cost', (session) => totalCost(spansOf(session))],
    ['tool_span_count', (session) => countOf(spansOf(session), 'kind', 'TOOL')],
    [
      "session_annotations['csat'].score",
      ({ annotations }) => annotations.find(({ name }) => name === 'csat')?.score ?? null,
    ],
  ],
  [
    ['user.id', ({ traces }) => textOf(root(traces[0]!)['user.id'])],
    [
      'first_input',
      ({ traces }) =>
        traces.map((trace) => textOf(root(trace)['input.value'])).find((text) => text !== null) ??
        null,
    ],
    [
      'last_output',
      ({ traces }) =>
        traces
          .map((trace) => textOf(root(trace)['output.value']))
          .findLast((text) => text !== null) ?? null,
    ],
  ],
  [
    loops('s', 'spans', spansOf, onSpan, SPAN_NUMBERS),
    loops(
      'd',
      'span_cost_details',
      (session: ModelSession) => spansOf(session).flatMap(({ costs }) => costs),
      onCost,
      COST_NUMBERS,
    ),
    loops('t', 'traces', ({ traces }: ModelSession) => traces, inTrace, [
      ['t.latency_ms', latencyOf],
    ]),
  ],
);
