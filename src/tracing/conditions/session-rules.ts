import { durationMsOf } from '../fields/duration.js';
import type { Bind, RowSource } from '../../filter-language/grain.js';
import { isDistributed } from '../../kernel/sql/distribution.js';
import { isSameSession } from '../../spans/session-key.js';
import { annotationsIn, costDetailsIn, spansOfSession, tracesOfSession } from './collections.js';
import { selectRootSpan } from './root-span.js';
import type { RowField, RowRules } from './row-grain.js';
import { attributeText } from './span-attribute.js';

/** Whether a trace or an annotation belongs to session `s`. */
const isOfSession = (row: string) => isSameSession(row, 's');

/** The root spans of the traces, in the order of the traces. Distributed ones are gathered first. */
const selectRoots = (direction: 'ASC' | 'DESC') =>
  isDistributed()
    ? `SELECT r.* FROM traces turn JOIN root_spans r ON r.trace_id = turn.trace_id
        WHERE ${isOfSession('turn')} ORDER BY turn.start_time ${direction}, turn.id ${direction}`
    : `SELECT r.* FROM (
     SELECT turn.trace_id FROM traces turn WHERE ${isOfSession('turn')}
      ORDER BY turn.start_time ${direction}, turn.id ${direction}) turn
   CROSS JOIN LATERAL (${selectRootSpan('turn.trace_id')}) r`;

const ROOT: RowSource = {
  alias: 'root',
  scope: 'condition',
  join: () => `LEFT JOIN LATERAL (${selectRoots('ASC')} LIMIT 1) root ON true`,
};

const SUMS: RowSource = {
  alias: 'sums',
  scope: 'condition',
  join: () => `LEFT JOIN LATERAL (
    SELECT count(*) AS traces, count(*) FILTER (WHERE turn.error_count > 0) AS failed,
           coalesce(sum(turn.prompt_tokens), 0) AS prompt,
           coalesce(sum(turn.completion_tokens), 0) AS completion,
           coalesce(sum(turn.prompt_cost::numeric), 0) AS prompt_cost,
           coalesce(sum(turn.completion_cost::numeric), 0) AS completion_cost
      FROM traces turn WHERE ${isOfSession('turn')}) sums ON true`,
};

const FIELDS = new Map<string, RowField>([
  [
    'session_id',
    { type: 'text', sql: () => 's.session_id', description: 'The ID that the application sent.' },
  ],
  [
    'start_time',
    { type: 'datetime', sql: () => 's.start_time', description: 'When the first trace began.' },
  ],
  [
    'end_time',
    { type: 'datetime', sql: () => 's.end_time', description: 'When the last trace ended.' },
  ],
  [
    'duration_ms',
    {
      type: 'number',
      sql: () => durationMsOf('s'),
      description:
        'Time from the start of the first trace to the end of the last one, in milliseconds.',
    },
  ],
  ['num_traces', sum('sums.traces', 'Number of traces.')],
  ['num_traces_with_error', sum('sums.failed', 'Number of traces with failed spans.')],
  ['token_count_prompt', sum('sums.prompt', 'Prompt tokens of all LLM calls.')],
  ['token_count_completion', sum('sums.completion', 'Completion tokens of all LLM calls.')],
  ['token_count_total', sum('(sums.prompt + sums.completion)', 'Tokens of all LLM calls.')],
  ['prompt_cost', sum('sums.prompt_cost', 'Cost of all prompts in US dollars.')],
  ['completion_cost', sum('sums.completion_cost', 'Cost of all completions in US dollars.')],
  [
    'total_cost',
    sum('(sums.prompt_cost + sums.completion_cost)', 'Cost of all LLM calls in US dollars.'),
  ],
  ['tool_span_count', countSpans('TOOL')],
  ['llm_span_count', countSpans('LLM')],
  ['first_input', endText('input', 'ASC', 'Input of the first trace that has one.')],
  ['last_output', endText('output', 'DESC', 'Output of the last trace that has one.')],
  ['any_input', anyText('input', 'Input of any trace; can only be searched.')],
  ['any_output', anyText('output', 'Output of any trace; can only be searched.')],
]);

/** The names in conditions on sessions `s`. */
export const SESSION_RULES: RowRules = {
  row: 's',
  fields: FIELDS,
  root: ROOT,
  target: 'session',
  hasFailure: `EXISTS (SELECT FROM traces failed WHERE ${isOfSession('failed')} AND failed.error_count > 0)`,
  isAnnotated: isOfSession,
  loops: {
    collections: new Map([
      ['spans', spansOfSession(isOfSession)],
      ['traces', tracesOfSession(isOfSession)],
      [
        'session_annotations',
        annotationsIn('session_annotations', 'Annotations of the session.', isOfSession),
      ],
      [
        'span_annotations',
        annotationsIn(
          'span_annotations',
          'Annotations of the spans of the traces.',
          (annotation) =>
            `${annotation}.trace_id IN (SELECT turn.trace_id FROM traces turn WHERE ${isOfSession('turn')})`,
        ),
      ],
      [
        'span_cost_details',
        costDetailsIn(
          'Tokens of the spans of the traces by type, with their cost.',
          (detail) =>
            `${detail}.trace_id IN (SELECT turn.trace_id FROM traces turn WHERE ${isOfSession('turn')})`,
        ),
      ],
    ]),
    seesOuterVariables: false,
    comparesTimes: false,
  },
};

function sum(sql: string, description: string): RowField {
  return { type: 'number', sql: () => sql, sources: () => [SUMS], description };
}

function countSpans(kind: 'TOOL' | 'LLM'): RowField {
  return {
    type: 'number',
    sql: () => `(SELECT count(*) FROM traces turn JOIN spans counted ON counted.trace_id = turn.trace_id
      WHERE ${isOfSession('turn')} AND counted.kind = '${kind}')`,
    description: `Number of spans of kind ${kind}.`,
  };
}

function endText(
  end: 'input' | 'output',
  direction: 'ASC' | 'DESC',
  description: string,
): RowField {
  return {
    type: 'text',
    sql: (_, bind) => `(SELECT texts.text FROM (${selectTexts(end, direction, bind)}) texts
      WHERE texts.text IS NOT NULL LIMIT 1)`,
    attribute: `${end}.value`,
    description,
  };
}

function anyText(end: 'input' | 'output', description: string): RowField {
  const alias = `any_${end}`;
  return {
    type: 'text',
    isOnlySearched: true,
    attribute: `${end}.value`,
    sql: () => `${alias}.text`,
    sources: () => [
      {
        alias,
        scope: 'comparison',
        // OFFSET makes PostgreSQL read each text only once.
        join: (bind) => `CROSS JOIN LATERAL (
          SELECT texts.text FROM (${selectTexts(end, 'ASC', bind)} OFFSET 0) texts
           WHERE texts.text IS NOT NULL) ${alias}`,
      },
    ],
    description,
  };
}

/** The texts of the root spans that have an end, in the order of the traces. */
function selectTexts(end: 'input' | 'output', direction: 'ASC' | 'DESC', bind: Bind): string {
  return `SELECT ${attributeText([end, 'value'], 'root', bind)} AS text
    FROM (${selectRoots(direction)}) root WHERE root.${end}_preview IS NOT NULL`;
}
