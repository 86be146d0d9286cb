import type { RowSource } from '../../filter-language/grain.js';
import { isDistributed } from '../../kernel/sql/distribution.js';
import {
  annotationsIn,
  costDetailsIn,
  knownTraceLatency,
  spansOfTrace,
  traceLatency,
} from './collections.js';
import { selectRootSpan } from './root-span.js';
import type { RowField, RowRules } from './row-grain.js';
import { attributeText } from './span-attribute.js';

const ROOT: RowSource = {
  alias: 'root',
  scope: 'condition',
  // An outer join of distributed rows needs another one of them.
  join: () => `${isDistributed() ? 'JOIN traces base ON base.trace_id = t.trace_id' : ''}
    LEFT JOIN LATERAL (${selectRootSpan('t.trace_id')}) root ON true`,
};

const FIELDS = new Map<string, RowField>([
  [
    'trace_id',
    { type: 'text', sql: () => 't.trace_id', description: 'The ID that the application sent.' },
  ],
  [
    'session_id',
    {
      type: 'text',
      sql: () => 't.session_id',
      description: 'The ID of its session that the application sent.',
    },
  ],
  [
    'start_time',
    { type: 'datetime', sql: () => 't.start_time', description: 'When the trace began.' },
  ],
  ['end_time', { type: 'datetime', sql: () => 't.end_time', description: 'When the trace ended.' }],
  [
    'latency_ms',
    {
      ...number(knownTraceLatency('t'), 'Duration of the trace in milliseconds, with one decimal.'),
      indexed: traceLatency('t'),
    },
  ],
  ['num_spans', number('t.span_count', 'Number of spans.')],
  ['error_count', number('t.error_count', 'Number of failed spans.')],
  ['token_count_prompt', number('t.prompt_tokens', 'Prompt tokens of all LLM calls.')],
  ['token_count_completion', number('t.completion_tokens', 'Completion tokens of all LLM calls.')],
  [
    'token_count_total',
    number('(t.prompt_tokens + t.completion_tokens)', 'Tokens of all LLM calls.'),
  ],
  ['prompt_cost', number('coalesce(t.prompt_cost, 0)', 'Cost of all prompts in US dollars.')],
  [
    'completion_cost',
    number('coalesce(t.completion_cost, 0)', 'Cost of all completions in US dollars.'),
  ],
  [
    'total_cost',
    number(
      'coalesce(t.prompt_cost + t.completion_cost, 0)',
      'Cost of all LLM calls in US dollars.',
    ),
  ],
  ['tool_span_count', number(countSpans('TOOL'), 'Number of spans of kind TOOL.')],
  ['llm_span_count', number(countSpans('LLM'), 'Number of spans of kind LLM.')],
  ['input', rootText('input', 'Input of the root span.')],
  ['output', rootText('output', 'Output of the root span.')],
]);

/** The names in conditions on traces `t`. */
export const TRACE_RULES: RowRules = {
  row: 't',
  itself: () =>
    isDistributed() ? { from: 'traces itself', on: 'itself.trace_id = t.trace_id' } : undefined,
  fields: FIELDS,
  root: ROOT,
  target: 'trace',
  hasFailure: 't.error_count > 0',
  isAnnotated: (alias) => `${alias}.trace_id = t.trace_id`,
  loops: {
    collections: new Map([
      ['spans', spansOfTrace('t')],
      [
        'trace_annotations',
        annotationsIn(
          'trace_annotations',
          'Annotations of the trace.',
          (annotation) => `${annotation}.trace_id = t.trace_id`,
        ),
      ],
      [
        'span_annotations',
        annotationsIn(
          'span_annotations',
          'Annotations of the spans of the trace.',
          (annotation) => `${annotation}.trace_id = t.trace_id`,
        ),
      ],
      [
        'span_cost_details',
        costDetailsIn(
          'Tokens of the spans of the trace by type, with their cost.',
          (detail) => `${detail}.trace_id = t.trace_id`,
        ),
      ],
    ]),
    seesOuterVariables: true,
    comparesTimes: true,
  },
};

function number(sql: string, description: string): RowField {
  return { type: 'number', sql: () => sql, description };
}

function rootText(end: 'input' | 'output', description: string): RowField {
  return {
    type: 'text',
    sql: (_, bind) => attributeText([end, 'value'], 'root', bind),
    sources: () => [ROOT],
    attribute: `${end}.value`,
    description,
  };
}

function countSpans(kind: string): string {
  return `(SELECT count(*) FROM spans counted WHERE counted.trace_id = t.trace_id AND counted.kind = '${kind}')`;
}
