import { toGlobalId } from '../../common/ids/global-id.js';
import type { ProjectEntity } from '../project.entity.js';
import { PROJECT_TYPE } from '../projects.service.js';

/** A project in the REST API. */
export class ProjectItem {
  /** Global ID. */
  id: string;

  /** Unique. */
  name: string;

  description: string | null;
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

export function toProjectItem({ id, name, description }: ProjectEntity): ProjectItem {
  return { id: toGlobalId(PROJECT_TYPE, id), name, description };
}
