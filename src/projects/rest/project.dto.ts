import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { ProjectEntity } from '../project.entity.js';
import { PROJECT_TYPE } from '../projects.service.js';

/** A project in the REST API. */
export class ProjectItem {
  /** Global ID. */
  id: string;

  /** Unique. */
  name: string;

  description: string | null;

  /**
   * True if the cost that a span states in `llm.cost.*` counts even if its model has a price; otherwise absent,
   * because clients expect the other fields only.
   */
  prefers_sent_costs?: true;
}

/** One project. */
export class ProjectAnswer {
  data: ProjectItem;
}

/** A page of projects. */
export class ProjectItemPage {
  data: ProjectItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toProjectItem(row: ProjectEntity): ProjectItem {
  const { id, name, description, prefersSentCosts } = row;
  return {
    id: toGlobalId(PROJECT_TYPE, id),
    name,
    description,
    ...(prefersSentCosts && { prefers_sent_costs: true as const }),
  };
}
