import { costOf } from '../../spans/cost-details.js';
import type { RowSource } from '../../filter-language/grain.js';
import type { Statement } from '../../kernel/sql/distributed-where.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { isSameSession } from '../../spans/session-key.js';
import { addIgnoringNull, boundCost } from './costs.js';
import { durationMsOf } from './duration.js';
import {
  defineFields,
  type FieldDefinition,
  listMeasures,
  listRestSorts,
  listSorts,
  text,
  time,
} from './field.js';
import { selectRootSpan } from './root-span.js';
import { totalTurns } from './session-totals.js';
import { attributeText } from './span-attribute.js';

/** Returns whether a trace or an annotation belongs to session `s`. */
export const isOfSession = (row: string) => isSameSession(row, 's');

/** The root spans of the traces, in the order of the traces. Distributed ones are gathered first. */
const selectRoots = (direction: 'ASC' | 'DESC', distribution: Distribution) =>
  distribution.choose({
    single: `SELECT r.* FROM (
     SELECT turn.trace_id FROM traces turn WHERE ${isOfSession('turn')}
      ORDER BY turn.start_time ${direction}, turn.id ${direction}) turn
   CROSS JOIN LATERAL (${selectRootSpan('turn.trace_id')}) r`,
    cluster: `SELECT r.* FROM traces turn JOIN root_spans r ON r.trace_id = turn.trace_id
        WHERE ${isOfSession('turn')} ORDER BY turn.start_time ${direction}, turn.id ${direction}`,
  });

/** The root span of the first trace of a session `s`. */
export const ROOT_OF_SESSION: RowSource = {
  alias: 'root',
  scope: 'condition',
  join: ({ distribution }) =>
    `LEFT JOIN LATERAL (${selectRoots('ASC', distribution)} LIMIT 1) root ON true`,
};

const TOTALS = totalTurns('turn');

const SUMS: RowSource = {
  alias: 'sums',
  scope: 'condition',
  join: () => `LEFT JOIN LATERAL (
    SELECT ${TOTALS.traces} AS traces, ${TOTALS.failedTraces} AS failed,
           coalesce(${TOTALS.promptTokens}, 0) AS prompt,
           coalesce(${TOTALS.completionTokens}, 0) AS completion,
           coalesce(${TOTALS.promptCost}, 0) AS prompt_cost,
           coalesce(${TOTALS.completionCost}, 0) AS completion_cost
      FROM traces turn WHERE ${isOfSession('turn')}) sums ON true`,
};

/** The fields of sessions. */
export const SESSION_FIELDS = defineFields({
  session_id: text('session_id', 'The ID that the application sent.'),
  start_time: {
    ...time('start_time', 'When the first trace began.'),
    sort: { name: 'startTime', isInRest: true, type: 'DATETIME', nullable: false },
  },
  end_time: {
    ...time('end_time', 'When the last trace ended.'),
    sort: { name: 'endTime', isInRest: true, type: 'DATETIME', nullable: false },
  },
  duration_ms: {
    type: 'number',
    unit: 'milliseconds',
    sql: durationMsOf,
    description:
      'Time from the start of the first trace to the end of the last one, in milliseconds.',
    measure: { name: 'LATENCY_MS' },
  },
  num_traces: {
    ...sum('sums.traces', 'Number of traces.'),
    unit: 'traces',
    sort: {
      name: 'numTraces',
      sql: 'coalesce(in_range.traces, 0)',
      type: 'INT',
      nullable: false,
      isSum: true,
      description: 'Number of traces that began in the range.',
    },
  },
  num_traces_with_error: {
    ...sum('sums.failed', 'Number of traces with failed spans.'),
    unit: 'traces',
  },
  token_count_prompt: {
    ...sum('sums.prompt', 'Prompt tokens of all LLM calls.'),
    unit: 'tokens',
    measure: { name: 'PROMPT_TOKENS', sql: 'turns.prompt_tokens', join: 'turns' },
  },
  token_count_completion: {
    ...sum('sums.completion', 'Completion tokens of all LLM calls.'),
    unit: 'tokens',
    measure: { name: 'COMPLETION_TOKENS', sql: 'turns.completion_tokens', join: 'turns' },
  },
  token_count_total: {
    ...sum('(sums.prompt + sums.completion)', 'Tokens of all LLM calls.'),
    unit: 'tokens',
    sort: {
      name: 'tokenCountTotal',
      sql: 'coalesce(in_range.tokens, 0)',
      type: 'INT',
      nullable: false,
      isSum: true,
      description: 'Tokens of the traces that began in the range.',
    },
    measure: {
      name: 'TOTAL_TOKENS',
      sql: addIgnoringNull('turns.prompt_tokens', 'turns.completion_tokens'),
      join: 'turns',
    },
  },
  prompt_cost: {
    ...sum('sums.prompt_cost', 'Cost of all prompts in US dollars.'),
    unit: 'US dollars',
  },
  completion_cost: {
    ...sum('sums.completion_cost', 'Cost of all completions in US dollars.'),
    unit: 'US dollars',
  },
  total_cost: {
    ...sum(costOf('sums'), 'Cost of all LLM calls in US dollars.'),
    unit: 'US dollars',
    sort: {
      name: 'costTotal',
      sql: 'in_range.cost',
      type: 'FLOAT',
      nullable: true,
      isSum: true,
      description:
        'Cost of the traces that began in the range. Sessions without a price come last.',
    },
    measure: { name: 'COST', sql: boundCost('turns'), join: 'turns' },
  },
  tool_span_count: countSpans('TOOL'),
  llm_span_count: countSpans('LLM'),
  first_input: endText('input', 'ASC', 'Input of the first trace that has one.'),
  last_output: endText('output', 'DESC', 'Output of the last trace that has one.'),
  any_input: anyText('input', 'Input of any trace; can only be searched.'),
  any_output: anyText('output', 'Output of any trace; can only be searched.'),
});

/** Every value by which sessions can be sorted. */
export const SESSION_SORTS = listSorts(SESSION_FIELDS, 's');
/** The orders of sessions that REST offers. */
export const SESSION_REST_SORTS = listRestSorts(SESSION_FIELDS);
/** Every number of sessions that charts can aggregate. */
export const SESSION_MEASURES = listMeasures(SESSION_FIELDS, 's');

function sum(sql: string, description: string) {
  return { type: 'number', sql: () => sql, sources: () => [SUMS], description } as const;
}

function countSpans(kind: 'TOOL' | 'LLM'): FieldDefinition {
  return {
    type: 'number',
    unit: 'spans',
    sql: () => `(SELECT count(*) FROM traces turn JOIN spans counted ON counted.trace_id = turn.trace_id
      WHERE ${isOfSession('turn')} AND counted.kind = '${kind}')`,
    description: `Number of spans of kind ${kind}.`,
  };
}

function endText(
  end: 'input' | 'output',
  direction: 'ASC' | 'DESC',
  description: string,
): FieldDefinition {
  return {
    type: 'text',
    sql: (
      _,
      statement,
    ) => `(SELECT texts.text FROM (${selectTexts(end, direction, statement)}) texts
      WHERE texts.text IS NOT NULL LIMIT 1)`,
    attribute: `${end}.value`,
    description,
  };
}

function anyText(end: 'input' | 'output', description: string): FieldDefinition {
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
        join: (statement) => `CROSS JOIN LATERAL (
          SELECT texts.text FROM (${selectTexts(end, 'ASC', statement)} OFFSET 0) texts
           WHERE texts.text IS NOT NULL) ${alias}`,
      },
    ],
    description,
  };
}

/** The texts of the root spans that have an end, in the order of the traces. */
function selectTexts(
  end: 'input' | 'output',
  direction: 'ASC' | 'DESC',
  statement: Statement,
): string {
  return `SELECT ${attributeText([end, 'value'], 'root', statement)} AS text
    FROM (${selectRoots(direction, statement.distribution)}) root WHERE root.${end}_preview IS NOT NULL`;
}
