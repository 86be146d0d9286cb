import { costOf } from '../../spans/cost-details.js';
import type { RowSource } from '../../filter-language/grain.js';
import { addIgnoringNull, boundCost } from './costs.js';
import { durationMsOf, hasDuration } from './duration.js';
import {
  defineFields,
  type FieldDefinition,
  listMeasures,
  number,
  listRestSorts,
  listSorts,
  text,
  time,
} from './field.js';
import { selectRootSpan } from './root-span.js';
import { attributeText } from './span-attribute.js';

/** An outer join of distributed rows needs another one of them. */
const JOIN_BASE = { single: '', cluster: 'JOIN traces base ON base.trace_id = t.trace_id' };

/** The root span of a trace `t`. */
export const ROOT_OF_TRACE: RowSource = {
  alias: 'root',
  scope: 'condition',
  join: ({ distribution }) => `${distribution.choose(JOIN_BASE)}
    LEFT JOIN LATERAL (${selectRootSpan('t.trace_id')}) root ON true`,
};

/** The fields of traces. */
export const TRACE_FIELDS = defineFields({
  trace_id: text('trace_id', 'The ID that the application sent.'),
  session_id: text('session_id', 'The ID of its session that the application sent.'),
  start_time: {
    ...time('start_time', 'When the trace began.'),
    sort: { name: 'startTime', isInRest: true, type: 'DATETIME', nullable: false },
  },
  end_time: time('end_time', 'When the trace ended.'),
  latency_ms: {
    ...number(knownTraceLatency, 'Duration of the trace in milliseconds, with one decimal.'),
    unit: 'milliseconds',
    indexed: traceLatency('t'),
    sort: {
      name: 'latencyMs',
      isInRest: true,
      sql: traceLatency('t'),
      type: 'FLOAT',
      nullable: false,
    },
    measure: { name: 'LATENCY_MS', sql: durationMsOf('t'), hasRolledQuantiles: true },
  },
  num_spans: {
    ...number((trace) => `${trace}.span_count`, 'Number of spans.'),
    unit: 'spans',
  },
  error_count: {
    ...number((trace) => `${trace}.error_count`, 'Number of failed spans.'),
    unit: 'spans',
  },
  token_count_prompt: {
    ...number((trace) => `${trace}.prompt_tokens`, 'Prompt tokens of all LLM calls.'),
    unit: 'tokens',
    measure: { name: 'PROMPT_TOKENS', rolledSum: 'r.trace_prompt_tokens' },
  },
  token_count_completion: {
    ...number((trace) => `${trace}.completion_tokens`, 'Completion tokens of all LLM calls.'),
    unit: 'tokens',
    measure: { name: 'COMPLETION_TOKENS', rolledSum: 'r.trace_completion_tokens' },
  },
  token_count_total: {
    ...number(
      (trace) => `(${trace}.prompt_tokens + ${trace}.completion_tokens)`,
      'Tokens of all LLM calls.',
    ),
    unit: 'tokens',
    sort: { name: 'tokenCountTotal', type: 'INT', nullable: false },
    measure: {
      name: 'TOTAL_TOKENS',
      sql: addIgnoringNull('t.prompt_tokens', 't.completion_tokens'),
      rolledSum: '(r.trace_prompt_tokens + r.trace_completion_tokens)',
    },
  },
  prompt_cost: {
    ...number((trace) => `coalesce(${trace}.prompt_cost, 0)`, 'Cost of all prompts in US dollars.'),
    unit: 'US dollars',
  },
  completion_cost: {
    ...number(
      (trace) => `coalesce(${trace}.completion_cost, 0)`,
      'Cost of all completions in US dollars.',
    ),
    unit: 'US dollars',
  },
  total_cost: {
    ...number((trace) => `coalesce(${costOf(trace)}, 0)`, 'Cost of all LLM calls in US dollars.'),
    unit: 'US dollars',
    sort: {
      name: 'tokenCostTotal',
      sql: costOf('t'),
      type: 'FLOAT',
      nullable: true,
      description: 'No index contains costs: use `timeRange`.',
    },
    measure: {
      name: 'COST',
      sql: boundCost('t'),
      rolledSum: '(r.trace_prompt_cost + r.trace_completion_cost)',
    },
  },
  tool_span_count: countSpans('TOOL'),
  llm_span_count: countSpans('LLM'),
  input: rootText('input', 'Input of the root span.'),
  output: rootText('output', 'Output of the root span.'),
});

/** Every value by which traces can be sorted. */
export const TRACE_SORTS = listSorts(TRACE_FIELDS, 't');
/** The orders of traces that REST offers. */
export const TRACE_REST_SORTS = listRestSorts(TRACE_FIELDS);
/** Every number of traces that charts can aggregate. */
export const TRACE_MEASURES = listMeasures(TRACE_FIELDS, 't');

/** SQL of the latency as lists sort it, so that they share an index. Meaningless for a trace without a start or an end. */
export function traceLatency(trace: string): string {
  return `round(extract(epoch FROM ${trace}.end_time - ${trace}.start_time) * 1000, 1)`;
}

/** SQL of the latency; null for a trace without a start or an end. */
export function knownTraceLatency(trace: string): string {
  return `(CASE WHEN ${hasDuration(trace)} THEN ${traceLatency(trace)} END)`;
}

function rootText(end: 'input' | 'output', description: string): FieldDefinition {
  return {
    type: 'text',
    sql: (_, statement) => attributeText([end, 'value'], 'root', statement),
    sources: () => [ROOT_OF_TRACE],
    attribute: `${end}.value`,
    description,
  };
}

function countSpans(kind: 'TOOL' | 'LLM'): FieldDefinition {
  return {
    ...number(
      (trace) =>
        `(SELECT count(*) FROM spans counted WHERE counted.trace_id = ${trace}.trace_id AND counted.kind = '${kind}')`,
      `Number of spans of kind ${kind}.`,
    ),
    unit: 'spans',
  };
}
