import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { isStorable } from '../kernel/validation/storable.js';
import { RESOURCE_TYPES, type ResourceType, searchResources } from './resource-search.queries.js';

export { RESOURCE_TYPES, type ResourceType };

/** Finds resources by a part of their name or description. */
@Injectable()
export class ResourceSearchService {
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
    const rows = await searchResources(this.database, part, limit);
    for (const { type, id } of rows) found[type].push(id);
    return found;
  }
}
