import type { EntityManager } from 'typeorm';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { MAX_KEY_LENGTH } from '../fields/groups.js';
import { hotText } from '../fields/span-attribute.js';

/** Groupings of rows by what spans contain, in which there can be words of users. */
export const VALUE_GROUPINGS = ['ATTRIBUTE', 'MODEL', 'NAME'] as const;

/** One of these groupings. */
export interface ValueGrouping {
  groupBy: (typeof VALUE_GROUPINGS)[number];
  /** The dotted name of the attribute to group by. */
  groupAttribute: string | null;
}

/** A group that spans of a project belong to. */
export interface GroupedValue extends ValueGrouping {
  projectId: number;
  key: string;
}

/** Lists the groups that the spans of traces belong to. Never reads a payload. */
export async function listGroupedValues(
  tx: EntityManager,
  traceIds: readonly string[],
  groupings: readonly ValueGrouping[],
): Promise<GroupedValue[]> {
  const values: GroupedValue[] = [];
  for (const grouping of groupings) {
    const where = new SqlWhere();
    const key = selectKey(grouping, where);
    where.and(`s.trace_id = ANY(${where.bind(traceIds)})`).and(`${key} IS NOT NULL`);
    const rows = await tx.query<Pick<GroupedValue, 'key' | 'projectId'>[]>(
      `SELECT DISTINCT s.project_id AS "projectId", ${key} AS key FROM spans s ${where.toString()}`,
      where.parameters,
    );
    values.push(...rows.map((row) => ({ ...row, ...grouping })));
  }
  return values;
}

/** Returns those groups that spans of a project belong to. Reads all spans of the project. */
export async function findGroupedValues(
  tx: EntityManager,
  projectId: number,
  grouping: ValueGrouping,
  keys: readonly string[],
): Promise<string[]> {
  const where = new SqlWhere();
  const key = selectKey(grouping, where);
  where.and(`s.project_id = ${where.bind(projectId)}`).and(`${key} = ANY(${where.bind(keys)})`);
  const rows = await tx.query<{ key: string }[]>(
    `SELECT DISTINCT ${key} AS key FROM spans s ${where.toString()}`,
    where.parameters,
  );
  return rows.map((row) => row.key);
}

/** SQL of the group that a span `s` belongs to. Like charts, it takes only hot attributes. */
function selectKey({ groupBy, groupAttribute }: ValueGrouping, where: SqlWhere): string {
  const values: Record<ValueGrouping['groupBy'], () => string> = {
    ATTRIBUTE: () => hotText(groupAttribute!, 's', where),
    MODEL: () => 's.model_name',
    NAME: () => 's.name',
  };
  return `left(${values[groupBy]()}, ${MAX_KEY_LENGTH})`;
}
