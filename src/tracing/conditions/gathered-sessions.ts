import { selectRootSpan } from '../fields/root-span.js';

/** Which traces belong to the sessions that may meet the condition. */
const IS_CANDIDATE =
  '(turn.session_id, turn.project_id) IN (SELECT session_id, project_id FROM candidates)';

/** Those of attributes. */
const ROOT_COLUMNS = [
  'id',
  'trace_id',
  'kind',
  'attributes',
  'input_preview',
  'input_mime_type',
  'output_preview',
  'output_mime_type',
  'model_name',
  'provider',
  'user_id',
  'session_id',
];

const PAYLOAD_COLUMNS = ['payload', 'payload_id', 'payload_start', 'payload_length'];

/** The columns of spans that conditions on sessions read, for spans that are not the root of their trace. */
const SPAN_COLUMNS = [
  'trace_id',
  'span_id',
  'name',
  'kind',
  'status_code',
  'start_time',
  'end_time',
  'model_name',
  'prompt_tokens',
  'completion_tokens',
];

const TRACE_COLUMNS = [
  'id',
  'trace_id',
  'session_id',
  'project_id',
  'start_time',
  'end_time',
  'error_count',
  'prompt_tokens',
  'completion_tokens',
  'prompt_cost',
  'completion_cost',
];

/**
 * Selects the row IDs of sessions `s` that meet a condition, if the traces of one session may be on several
 * servers. Gathers what the condition asks for of all candidates, under the names of its tables, and
 * applies the condition to that.
 * @param candidates `WHERE …` of the sessions that may meet it.
 * @param condition SQL of those that do.
 */
export function selectGatheredSessions(candidates: string, condition: string): string {
  const gathered = [
    `candidates AS MATERIALIZED (SELECT s.* FROM project_sessions s ${candidates})`,
  ];
  const gather = (table: string, select: string): void => {
    if (new RegExp(`\\b${table}\\b`).test(condition)) {
      gathered.push(`${table} AS MATERIALIZED (${select} WHERE ${IS_CANDIDATE})`);
    }
  };
  const rootColumns = condition.includes('.payload')
    ? [...ROOT_COLUMNS, ...PAYLOAD_COLUMNS]
    : ROOT_COLUMNS;
  gather(
    'root_spans',
    `SELECT ${columns('root', rootColumns)}
       FROM traces turn CROSS JOIN LATERAL (${selectRootSpan('turn.trace_id')}) root`,
  );
  if (condition.includes('span_payloads')) {
    gathered.push(`span_payloads AS MATERIALIZED (
      SELECT packed.* FROM root_spans root JOIN span_payloads packed
          ON packed.trace_id = root.trace_id AND packed.id = root.payload_id)`);
  }
  for (const table of ['span_annotations', 'span_cost_details']) {
    gather(table, `SELECT of_span.* FROM traces turn JOIN ${table} of_span USING (trace_id)`);
  }
  gather(
    'spans',
    `SELECT ${columns('s', SPAN_COLUMNS)} FROM traces turn JOIN spans s USING (trace_id)`,
  );
  // The last one, because its name now means the gathered traces.
  gather('traces', `SELECT ${columns('turn', TRACE_COLUMNS)} FROM traces turn`);
  // IS TRUE keeps PostgreSQL from replacing all of the condition with joins. Citus 13.2 would then take the
  // query for one without gathered rows, and not find them.
  return `WITH ${gathered.join(',\n')} SELECT s.id FROM candidates s WHERE (${condition}) IS TRUE`;
}

function columns(alias: string, names: readonly string[]): string {
  return names.map((name) => `${alias}.${name}`).join(', ');
}
