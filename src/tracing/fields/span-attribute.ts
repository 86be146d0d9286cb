import { type JsonField, jsonPath } from '../../filter-language/grain.js';
import type { PathStep } from '../../filter-language/syntax-tree.js';
import { CALL_KINDS_SQL } from '../../spans/token-usage.js';
import { payloadOf } from '../../spans/span-payload.js';
import type { Statement } from '../../kernel/sql/distributed-where.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { MAX_HOT_ENTRIES, MAX_HOT_STRING_LENGTH } from '../../spans/attributes.js';
import { SHARING_ATTRIBUTES } from '../../spans/same-text.js';

/** A map with the maximum number of entries takes more bytes than this unless it is compressed. */
export const FULL_MAP_BYTES = 1200;

/**
 * Attributes that ingestion also writes to a column. The column is null if the span does
 * not have the attribute, so the payloads of such spans are not read.
 */
const COLUMNS = new Map([
  ['input.value', 'input_preview'],
  ['input.mime_type', 'input_mime_type'],
  ['output.value', 'output_preview'],
  ['output.mime_type', 'output_mime_type'],
  ['llm.model_name', 'model_name'],
  ['llm.provider', 'provider'],
  ['user.id', 'user_id'],
  ['session.id', 'session_id'],
]);

/** Names of members, and indexes of list elements. */
export type AttributePath = readonly (string | number)[];

/**
 * An attribute of a span, which may be in the hot column, in the payload or, if it is an object,
 * partly in both (`splitAttributes`).
 * @param span SQL alias of the span.
 * @param payload SQL of its payload.
 */
export function spanAttribute(
  path: AttributePath,
  span = 's',
  payload = payloadOf(span),
): JsonField {
  const field = { kind: 'field', type: 'json', sqlType: 'jsonb', sources: [] } as const;
  const cold = (statement: Statement) => `${jsonPath(payload, path, statement)}::jsonb`;
  if (!path.every(isHotName)) return { ...field, sql: cold };
  const key = path.join('.');
  const column = COLUMNS.get(key);
  const sql = (statement: Statement): string => {
    const name = `${statement.bind(key)}::text`;
    const whole = mergedParts(span, name, cold(statement), statement.distribution);
    const rest = column ? `CASE WHEN ${span}.${column} IS NOT NULL THEN ${whole} END` : whole;
    const stored = `coalesce(${span}.attributes -> ${name}, ${rest})`;
    return sharedText(key, { span, payload, statement }, stored);
  };
  return {
    ...field,
    sql,
    attribute: key,
    ...(column && {
      // The previews of a model's call may come from its messages instead, and its model from other names.
      absentSql: (statement) =>
        `((NOT ${span}.attributes ? ${statement.bind(key)}::text) AND (${span}.${column} IS NULL
          OR ${span}.kind IN ${CALL_KINDS_SQL} AND coalesce(jsonb_typeof(${sql(statement)}), 'null') = 'null'))`,
    }),
    scalar: {
      maxStringLength: MAX_HOT_STRING_LENGTH,
      sql: (statement) => {
        const name = `${statement.bind(key)}::text`;
        const rest = `CASE ${isNotFull(span, statement.distribution)} ELSE ${cold(statement)} END`;
        return `coalesce(${span}.attributes -> ${name}, ${rest})`;
      },
    },
  };
}

/**
 * SQL of an attribute as text.
 * @param payload SQL of the span's payload.
 */
export function attributeText(
  path: AttributePath,
  span: string,
  statement: Statement,
  payload = payloadOf(span),
): string {
  return `(${spanAttribute(path, span, payload).sql(statement)} #>> '{}')`;
}

/**
 * SQL of an attribute that may stand for a text in the payload (`shareTexts`), or of an object with it.
 * @param key its dotted name.
 * @param payload SQL of the span's payload.
 * @param otherwise SQL of it if it does not.
 */
export function sharedText(
  key: string,
  {
    span,
    payload,
    statement,
  }: { span: string; payload: string; statement: Pick<Statement, 'bind'> },
  otherwise: string,
): string {
  const isValue = SHARING_ATTRIBUTES.has(key);
  const value = isValue ? key : `${key}.value`;
  if (!SHARING_ATTRIBUTES.has(value)) return otherwise;
  const hot = `${span}.attributes -> ${statement.bind(value)}::text`;
  const text = `(${payload} #> (${hot} ->> 'same')::text[])::jsonb`;
  return `CASE jsonb_typeof(${hot}) WHEN 'object'
    THEN ${isValue ? text : `jsonb_set(${otherwise}, '{value}', ${text})`} ELSE ${otherwise} END`;
}

/** SQL of a hot attribute as text; null if it is not hot. */
export function hotText(key: string, span: string, statement: Pick<Statement, 'bind'>): string {
  const name = `${statement.bind(key)}::text`;
  const text = `${span}.attributes ->> ${name}`;
  if (!SHARING_ATTRIBUTES.has(key)) return text;
  return `CASE WHEN jsonb_typeof(${span}.attributes -> ${name}) <> 'object' THEN ${text} END`;
}

/** A span with very many attributes has the last of them in its payload. From cheap to expensive. */
function isNotFull(span: string, distribution: Distribution): string {
  return `
  WHEN pg_column_size(${span}.attributes) < ${FULL_MAP_BYTES}
   AND pg_column_compression(${span}.attributes) IS NULL THEN NULL
  WHEN ${countKeys(`${span}.attributes`, distribution)} < ${MAX_HOT_ENTRIES} THEN NULL`;
}

/**
 * The hot members of an object keep their dotted names, which is enough to find and search them. A
 * string, which is most often asked for, has none.
 */
function mergedParts(span: string, name: string, cold: string, distribution: Distribution): string {
  return distribution.choose({
    single: `(SELECT CASE WHEN jsonb_typeof(whole.cold) = 'string' THEN whole.cold ELSE (
             SELECT CASE WHEN part.hot IS NULL THEN whole.cold
                         WHEN jsonb_typeof(whole.cold) = 'object' THEN part.hot || whole.cold
                         ELSE part.hot END
               FROM (SELECT jsonb_object_agg(substr(hot.key, length(${name}) + 2), hot.value) AS hot
                       FROM jsonb_each(${span}.attributes) hot
                      WHERE starts_with(hot.key, ${name} || '.')) part) END
             FROM (SELECT ${cold} AS cold OFFSET 0) whole)`,
    // Citus does not distribute such subqueries if they are part of a larger expression.
    cluster: `spandrel_merge_attribute(${span}.attributes, ${name}, ${cold})`,
  });
}

function countKeys(map: string, distribution: Distribution): string {
  return distribution.choose({
    single: `(SELECT count(*) FROM jsonb_object_keys(${map}))`,
    cluster: `spandrel_count_keys(${map})`,
  });
}

/** Only values at such names can be hot. */
function isHotName(step: string | number): boolean {
  return typeof step === 'string' && step !== '' && !step.includes('.');
}

/** The part of a path that a step of a condition stands for. */
export function keysOf(step: PathStep): (string | number)[] {
  switch (step.kind) {
    case 'attribute':
      return [step.name];
    case 'key':
      return [step.key];
    case 'index':
      return [step.index];
    default:
      return step.keys;
  }
}
