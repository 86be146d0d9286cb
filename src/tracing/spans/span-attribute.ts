import { type Bind, type JsonField, jsonPath } from '../../common/filter-language/grain.js';
import { HOT_ENTRY_LIMIT, HOT_STRING_LIMIT } from '../../common/json/attributes.js';
import { FULL_MAP_BYTES } from './attribute-filter.js';

/**
 * Attributes that ingestion also writes to a column. The column is null if the span does
 * not have the attribute, so the payloads of such spans are not read.
 */
const COLUMNS = new Map([
  ['input.value', 's.input_preview'],
  ['input.mime_type', 's.input_mime_type'],
  ['output.value', 's.output_preview'],
  ['output.mime_type', 's.output_mime_type'],
  ['llm.model_name', 's.model_name'],
  ['llm.provider', 's.provider'],
  ['user.id', 's.user_id'],
  ['session.id', 's.session_id'],
]);

/**
 * An attribute of a span `s`, which may be in the hot column, in the payload or, if it is an
 * object, partly in both (`splitAttributes`).
 * @param path names of members, and indexes of list elements.
 */
export function spanAttribute(path: readonly (string | number)[]): JsonField {
  const field = { kind: 'field', type: 'json', sqlType: 'jsonb', sources: [] } as const;
  const cold = (bind: Bind) => `${jsonPath('s.payload', path, bind)}::jsonb`;
  if (!path.every(isHotName)) return { ...field, sql: cold };
  const key = path.join('.');
  const column = COLUMNS.get(key);
  const sql = (bind: Bind): string => {
    const name = `${bind(key)}::text`;
    const whole = mergedParts(name, cold(bind));
    const rest = column ? `CASE WHEN ${column} IS NOT NULL THEN ${whole} END` : whole;
    return `coalesce(s.attributes -> ${name}, ${rest})`;
  };
  return {
    ...field,
    sql,
    ...(column && {
      // The previews of a model's call may come from its messages instead.
      absentSql: (bind) =>
        `((NOT s.attributes ? ${bind(key)}::text) AND (${column} IS NULL
          OR s.kind = 'LLM' AND coalesce(jsonb_typeof(${sql(bind)}), 'null') = 'null'))`,
    }),
    scalar: {
      longestString: HOT_STRING_LIMIT,
      sql: (bind) => {
        const name = `${bind(key)}::text`;
        return `coalesce(s.attributes -> ${name}, CASE ${IS_NOT_FULL} ELSE ${cold(bind)} END)`;
      },
    },
  };
}

/** A span with very many attributes has the last of them in its payload. From cheap to expensive. */
const IS_NOT_FULL = `
  WHEN pg_column_size(s.attributes) < ${FULL_MAP_BYTES}
   AND pg_column_compression(s.attributes) IS NULL THEN NULL
  WHEN (SELECT count(*) FROM jsonb_object_keys(s.attributes)) < ${HOT_ENTRY_LIMIT} THEN NULL`;

/** The hot members of an object keep their dotted names, which is enough to find and search them. */
function mergedParts(name: string, cold: string): string {
  return `(SELECT CASE WHEN part.hot IS NULL THEN part.cold
                       WHEN jsonb_typeof(part.cold) = 'object' THEN part.hot || part.cold
                       ELSE part.hot END
             FROM (SELECT ${cold} AS cold,
                          (SELECT jsonb_object_agg(substr(hot.key, length(${name}) + 2), hot.value)
                             FROM jsonb_each(s.attributes) hot
                            WHERE starts_with(hot.key, ${name} || '.')) AS hot OFFSET 0) part)`;
}

/** Only values at such names can be hot. */
function isHotName(step: string | number): boolean {
  return typeof step === 'string' && step !== '' && !step.includes('.');
}
