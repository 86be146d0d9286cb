import { HOT_ENTRY_LIMIT, HOT_STRING_LIMIT } from '../../common/json/attributes.js';
import type { AttributeFilter } from './attribute-filter.js';
import type { SqlWhere } from '../../common/sql/sql-where.js';

/** A map of that many entries takes more bytes than this, unless it is compressed. */
const FULL_MAP_BYTES = 1200;

/**
 * SQL that is true for spans `s` with the attribute. Short scalars are compared in the hot column,
 * in the row; long strings, which are never there, in the payload.
 */
export function attributeCondition(where: SqlWhere, filter: AttributeFilter): string {
  const path = filter.key.split('.');
  const value = `${where.bind(filter.json)}::jsonb`;
  const cold = `(s.payload #> ${where.bind(path)}::text[])::jsonb`;
  const isLong = filter.text !== null && filter.text.length > HOT_STRING_LIMIT;
  if (isLong || path.includes('')) {
    return withFloat(`${cold} = ${value}`, filter, `(${cold} #>> '{}')`);
  }
  const key = `${where.bind(filter.key)}::text`;
  const entry = `${where.bind(`{${JSON.stringify(filter.key)}:${filter.json}}`)}::jsonb`;
  const hot = withFloat(`s.attributes @> ${entry}`, filter, `(s.attributes ->> ${key})`);
  // A span with very many attributes keeps the last of them in its payload. The tests go from cheap
  // to dear, so that no payload is read for the others; as an equality, the planner takes the whole
  // for as rare as it is.
  const overflow = `CASE
      WHEN pg_column_size(s.attributes) < ${FULL_MAP_BYTES}
       AND pg_column_compression(s.attributes) IS NULL THEN NULL
      WHEN s.attributes ? ${key} THEN NULL
      WHEN (SELECT count(*) FROM jsonb_object_keys(s.attributes)) < ${HOT_ENTRY_LIMIT} THEN NULL
      ELSE ${cold}
    END = ${value}`;
  return `(${hot} OR ${withFloat(overflow, filter, `(${cold} #>> '{}')`)})`;
}

/** To PostgreSQL `1` and `1.0` are equal; only the text tells an integer from a float. */
function withFloat(condition: string, filter: AttributeFilter, text: string): string {
  return filter.floatsOnly ? `(${condition} AND ${text} LIKE '%.%')` : condition;
}
