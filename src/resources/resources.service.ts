import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { isStorable } from '../kernel/validation/storable.js';

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

/** Finds resources by a part of their name or description. */
@Injectable()
export class ResourcesService {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Returns the row IDs of the resources of each type whose name or description contains a text,
   * ignoring case. Those whose name does come first, and then the newest.
   * @param limit how many of each type.
   */
  async search(text: string, limit: number): Promise<Record<ResourceType, number[]>> {
    const found: Record<ResourceType, number[]> = {
      Project: [],
      Dataset: [],
      Experiment: [],
      Prompt: [],
    };
    const part = text.trim();
    if (part === '' || !isStorable(part)) return found;
    const searches = RESOURCE_TYPES.map(
      (type) => `
      (SELECT '${type}' AS type, r.id, strpos(lower(r.name), lower($1)) > 0 AS is_named
         FROM ${TABLES[type].table} r
        WHERE (strpos(lower(r.name), lower($1)) > 0 OR strpos(lower(r.description), lower($1)) > 0)
          AND ${TABLES[type].isListed}
        ORDER BY is_named DESC, r.id DESC LIMIT $2)`,
    );
    const rows = await this.database.query<{ type: ResourceType; id: number }[]>(
      `SELECT type, id FROM (${searches.join(' UNION ALL ')}) found ORDER BY is_named DESC, id DESC`,
      [part, limit],
    );
    for (const { type, id } of rows) found[type].push(id);
    return found;
  }
}
