import { toGlobalId } from '../common/global-id.js';
import { PROJECT_TYPE } from './project.model.js';
import type { ProjectEntity } from './project.entity.js';

/** A project as REST shows it. */
export class ProjectResource {
  /** Global id. */
  id: string;

  /** Unique. */
  name: string;

  description: string | null;
}

export class ProjectResponse {
  data: ProjectResource;
}

export class ProjectsResponse {
  data: ProjectResource[];

  /** The `cursor` of the next page; null on the last one. */
  next_cursor: string | null;
}

export function toProjectResource({ id, name, description }: ProjectEntity): ProjectResource {
  return { id: toGlobalId(PROJECT_TYPE, id), name, description };
}
