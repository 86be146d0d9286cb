import type { EntityManager } from 'typeorm';
import type { DatabaseWriter } from '../../database/database-writer.js';
import { holdLock } from '../../database/advisory-locks.js';
import { VALUE_GROUPINGS, type ValueGrouping } from '../../tracing/erasure/user-traces.service.js';
import { ALERT_EVENTS } from '../alert-message.js';
import type { AlertGrouping } from '../alert-rule.enum.js';
import { GROUPING_PATTERN, nameGroup } from '../alert-text.js';
import type { AlertErasureEntity } from './alert-erasure.entity.js';

/** The grouping and the project of groups that wait to be erased. */
export type WaitingGrouping = Pick<AlertErasureEntity, 'groupBy' | 'groupAttribute' | 'projectId'>;

/** The rules whose groups can contain an erased value, and a text to find them by. */
export interface ErasureScope {
  groupings: readonly AlertGrouping[];
  /** Null for any. */
  groupAttribute: string | null;
  /** Null for all projects. */
  projectId: number | null;
  /** A text that occurs in each text that names the group. */
  text: string;
}

/** Few enough to be compared with all texts at once. */
const MAX_COMPARED = 1_000;

/** Returns how texts of the past name their groupings: as `GROUPING_PATTERN` finds it. */
export async function listMentionedGroupings(database: DatabaseWriter): Promise<string[]> {
  const rows = await database.query<{ found: string }[]>(
    `SELECT found FROM (
       SELECT substring(summary FROM $1) AS found FROM alert_events
       UNION
       SELECT substring(summary FROM $1) FROM webhook_deliveries WHERE starts_with(type, $2)) told
      WHERE found IS NOT NULL`,
    [GROUPING_PATTERN, ALERT_EVENTS],
  );
  return rows.map(({ found }) => found);
}

/** Lists by what values of spans rules group, and those groupings that texts have told. */
export function listValueGroupings(
  tx: EntityManager,
  told: readonly ValueGrouping[],
): Promise<ValueGrouping[]> {
  return tx.query(
    `SELECT group_by AS "groupBy", group_attribute AS "groupAttribute"
       FROM alert_rules WHERE group_by = ANY($1)
      UNION
     SELECT * FROM unnest($2::text[], $3::text[])`,
    [
      VALUE_GROUPINGS,
      told.map(({ groupBy }) => groupBy),
      told.map(({ groupAttribute }) => groupAttribute),
    ],
  );
}

/** Stores groups that alerts must forget. */
export async function insertWaiting(
  tx: EntityManager,
  groups: readonly Omit<AlertErasureEntity, 'id'>[],
): Promise<void> {
  const of = <T>(read: (group: Omit<AlertErasureEntity, 'id'>) => T) => groups.map(read);
  await tx.query(
    `INSERT INTO alert_erasures (group_by, group_attribute, project_id, key)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[])`,
    [
      of(({ groupBy }) => groupBy),
      of(({ groupAttribute }) => groupAttribute),
      of(({ projectId }) => projectId),
      of(({ key }) => key),
    ],
  );
}

export function listWaitingGroupings(database: DatabaseWriter): Promise<WaitingGrouping[]> {
  return database.query(
    `SELECT DISTINCT group_by AS "groupBy", group_attribute AS "groupAttribute",
            project_id AS "projectId"
       FROM alert_erasures`,
  );
}

const OF_GROUPING = `group_by = $1 AND group_attribute IS NOT DISTINCT FROM $2
  AND project_id IS NOT DISTINCT FROM $3`;

/** Returns those waiting groups of a grouping that alerts have, and the last ID of all of them. */
export async function listNamed(
  database: DatabaseWriter,
  { groupBy, groupAttribute, projectId }: WaitingGrouping,
  scope: ErasureScope,
): Promise<{ keys: string[]; last: number }> {
  const named = new Set<string>();
  for (let last = 0; ;) {
    const rows = await database.query<{ id: number; key: string }[]>(
      `SELECT id, key FROM alert_erasures WHERE ${OF_GROUPING} AND id > $4
        ORDER BY id LIMIT ${MAX_COMPARED}`,
      [groupBy, groupAttribute, projectId, last],
    );
    if (rows.length === 0) return { keys: [...named], last };
    last = rows.at(-1)!.id;
    const keys = new Set(rows.map(({ key }) => key));
    for (const key of await filterNamed(database, [...keys], scope)) named.add(key);
  }
}

/** Returns those groups that alerts have, in their rules or their texts. */
async function filterNamed(
  database: DatabaseWriter,
  keys: readonly string[],
  { projectId, text }: ErasureScope,
): Promise<string[]> {
  const rows = await database.query<{ key: string }[]>(
    `WITH events AS MATERIALIZED (
       SELECT summary FROM alert_events
        WHERE strpos(summary, $5) > 0 AND ($6::bigint IS NULL OR project_id = $6)
     ), messages AS MATERIALIZED (
       SELECT data FROM webhook_deliveries
        WHERE starts_with(type, $4) AND strpos(summary, $5) > 0
          AND ($6::bigint IS NULL OR project_id = $6)
     )
     SELECT s.key FROM unnest($1::text[], $2::text[], $3::text[]) s (key, name, data)
      WHERE EXISTS (SELECT FROM alert_rules
                     WHERE groups @> jsonb_build_array(jsonb_build_object('key', s.key))
                       AND ($6::bigint IS NULL OR project_id = $6))
         OR EXISTS (SELECT FROM events WHERE strpos(summary, s.name) > 0)
         OR EXISTS (SELECT FROM messages WHERE strpos(data, s.data) > 0)`,
    [keys, keys.map(nameGroup), keys.map(writeKey), ALERT_EVENTS, text, projectId],
  );
  return rows.map(({ key }) => key);
}

/** Removes the groups of a grouping up to an ID, which alerts have forgotten. */
export async function deleteWaiting(
  database: DatabaseWriter,
  { groupBy, groupAttribute, projectId }: WaitingGrouping,
  last: number,
): Promise<void> {
  await database.query(`DELETE FROM alert_erasures WHERE ${OF_GROUPING} AND id <= $4`, [
    groupBy,
    groupAttribute,
    projectId,
    last,
  ]);
}

/** Waits until no evaluation runs that can have read rows of before. */
export async function waitForEvaluation(database: DatabaseWriter): Promise<void> {
  await holdLock(database, 'alerts');
}

/** Lets rules forget a group. They are evaluated at once, because it may be the last one that fires. */
export function forgetGroup(
  database: DatabaseWriter,
  key: string,
  { groupings, groupAttribute, projectId }: ErasureScope,
): Promise<number> {
  return database.inTransaction(async (tx) => {
    // A round that has read the rules or rows of before would store the group again.
    await holdLock(tx, 'alerts');
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE alert_rules
          SET groups = (SELECT coalesce(jsonb_agg(g.item ORDER BY g.place), '[]')
                          FROM jsonb_array_elements(groups) WITH ORDINALITY AS g (item, place)
                         WHERE g.item ->> 'key' <> $1),
              next_evaluation_at = now()
        WHERE group_by = ANY($2) AND ($3::text IS NULL OR group_attribute = $3)
          AND ($4::bigint IS NULL OR project_id = $4)
          AND groups @> jsonb_build_array(jsonb_build_object('key', $1::text))`,
      [key, groupings, groupAttribute, projectId],
    );
    return count;
  });
}

/** Writes a group as the data of messages have it. */
export function writeKey(key: string): string {
  return `"key":${JSON.stringify(key)}`;
}
