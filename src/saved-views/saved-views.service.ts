import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { ProjectAccessReader } from '../kernel/access/project-access.js';
import { ConflictError } from '../kernel/errors/errors.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ShareableRowsService } from '../projects/shareable-rows.service.js';
import { SavedViewEntity } from './saved-view.entity.js';
import type { SavedViewList } from './saved-view.enum.js';
import { insertView, updateView } from './saved-views.queries.js';

/** Type name in the global ID of a view. */
export const SAVED_VIEW_TYPE = 'SavedView';

/** Per project and list: shared views, and the private ones of each user. */
const MAX_VIEWS = 200;

export interface NewSavedView {
  /** Global ID. */
  projectId: string;
  list: SavedViewList;
  name: string;
  query: string;
  isShared: boolean;
}

/** Changes to a view. Absent fields stay. */
export type SavedViewChanges = Partial<Pick<NewSavedView, 'name' | 'query' | 'isShared'>>;

/** Lists, creates, changes and deletes views. */
@Injectable()
export class SavedViewsService extends ShareableRowsService<SavedViewEntity> {
  constructor(
    database: DatabaseWriter,
    access: ProjectAccessReader,
    private readonly projects: ProjectsService,
  ) {
    super(database, access, {
      entity: SavedViewEntity,
      table: 'saved_views',
      type: SAVED_VIEW_TYPE,
      noun: 'view',
    });
  }

  /**
   * Saves a view.
   * @throws NotFoundError for an unknown project, ForbiddenError if a viewer shares it, ConflictError
   * if there is one with this name, or too many.
   */
  async create(view: NewSavedView, caller: Identity): Promise<SavedViewEntity> {
    const project = await this.projects.getByGlobalId(view.projectId);
    const ownerId = await this.chooseOwner(view.isShared, project.id, caller);
    return this.write(view.name, async () => {
      const { list, name, query } = view;
      const added = { projectId: project.id, list, name, query, ownerId };
      const row = await insertView(this.database, added, MAX_VIEWS);
      if (row) return row;
      throw new ConflictError(
        `This list has ${MAX_VIEWS} views already. Delete one that you no longer need.`,
      );
    });
  }

  /**
   * Changes a view.
   * @throws NotFoundError, ForbiddenError if a viewer changes a shared view or shares one, and
   * ConflictError if there is one with this name.
   */
  async update(
    globalId: string,
    changes: SavedViewChanges,
    caller: Identity,
  ): Promise<SavedViewEntity> {
    const view = await this.getChangeable(globalId, caller);
    const { name = view.name, query = view.query } = changes;
    const { isShared = view.ownerId === null } = changes;
    const ownerId = await this.chooseOwner(isShared, view.projectId, caller);
    return this.write(name, async () => {
      const row = await updateView(this.database, { id: view.id, name, query, ownerId });
      if (!row) throw this.notFound(globalId);
      return row;
    });
  }
}
