import type { DatabaseWriter } from '../database/database-writer.js';

/** The kinds of resources, in the order in which they are listed. */
export const RESOURCE_TYPES = ['Project', 'Dataset', 'Experiment', 'Prompt'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The tables of resources, and conditions on the rows `r` that lists show. */
const TABLES: Record<ResourceType, { table: string; isListed: string }> = {
  Project: {
    table: 'projects',
    isListed: `NOT EXISTS (SELECT FROM project_deletions d WHERE d.project_id = r.id)
      AND (r.name = 'playground' OR NOT EXISTS (SELECT FROM experiments e WHERE e.project_name = r.name))`,
  },
  Dataset: { table: 'datasets', isListed: 'true' },
  Experiment: { table: 'experiments', isListed: 'NOT r.is_ephemeral' },
  Prompt: { table: 'prompts', isListed: 'true' },
};

/**
 * Finds the resources of each type whose name or description contains a text, ignoring case. Those whose
 * name does come first, and then the newest.
 * @param limit how many of each type.
 */
export function searchResources(
  database: DatabaseWriter,
  part: string,
  limit: number,
): Promise<{ type: ResourceType; id: number }[]> {
  const searches = RESOURCE_TYPES.map(
    (type) => `
    (SELECT '${type}' AS type, r.id, strpos(lower(r.name), lower($1)) > 0 AS is_named
       FROM ${TABLES[type].table} r
      WHERE (strpos(lower(r.name), lower($1)) > 0 OR strpos(lower(r.description), lower($1)) > 0)
        AND ${TABLES[type].isListed}
      ORDER BY is_named DESC, r.id DESC LIMIT $2)`,
  );
  return database.query(
    `SELECT type, id FROM (${searches.join(' UNION ALL ')}) found ORDER BY is_named DESC, id DESC`,
    [part, limit],
  );
}
