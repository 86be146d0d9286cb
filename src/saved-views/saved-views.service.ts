import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { ProjectAccessReader } from '../kernel/access/project-access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../kernel/errors/errors.js';
import { requireRowId } from '../kernel/ids/global-id.js';
import { ProjectsService } from '../projects/projects.service.js';
import { SavedViewEntity } from './saved-view.entity.js';
import type { SavedViewList } from './saved-view.enum.js';
import { findView, insertView, listViews, updateView } from './saved-views.queries.js';

/** Type name in the global ID of a view. */
export const SAVED_VIEW_TYPE = 'SavedView';

/** Per project and list: shared views, and the private ones of each user. */
const MOST_VIEWS = 200;

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

/**
 * Lists, creates, changes and deletes views. A private view belongs to its creator, and nobody else
 * sees it. Without authentication, every view is shared.
 */
@Injectable()
export class SavedViewsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly projects: ProjectsService,
    private readonly access: ProjectAccessReader,
  ) {}

  /** Lists the views of projects that a user can see, by name. */
  async listByProject(
    projectIds: readonly number[],
    userId: number | null,
  ): Promise<SavedViewEntity[][]> {
    const rows = await listViews(this.database, projectIds, userId);
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /** Null if the view does not exist, or the user cannot see it. */
  findVisible(id: number, userId: number | null): Promise<SavedViewEntity | null> {
    return findView(this.database, id, userId);
  }

  /**
   * Saves a view.
   * @throws NotFoundError for an unknown project, ForbiddenError if a viewer shares it, ConflictError
   * if there is one with this name, or too many.
   */
  async create(view: NewSavedView, caller: Identity): Promise<SavedViewEntity> {
    const project = await this.projects.getByGlobalId(view.projectId);
    const ownerId = await this.chooseOwner(view.isShared, project.id, caller);
    return this.write(view, async () => {
      const { list, name, query } = view;
      const added = { projectId: project.id, list, name, query, ownerId };
      const row = await insertView(this.database, added, MOST_VIEWS);
      if (row) return row;
      throw new ConflictError(
        `This list has ${MOST_VIEWS} views already. Delete one that you no longer need.`,
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
    return this.write({ name }, async () => {
      const row = await updateView(this.database, { id: view.id, name, query, ownerId });
      if (!row) throw notFound(globalId);
      return row;
    });
  }

  /** @throws NotFoundError, and ForbiddenError if a viewer deletes a shared view. */
  async delete(globalId: string, caller: Identity): Promise<void> {
    const { id } = await this.getChangeable(globalId, caller);
    await this.database.manager.delete(SavedViewEntity, { id });
  }

  private async getChangeable(globalId: string, caller: Identity): Promise<SavedViewEntity> {
    const view = await this.findVisible(requireRowId(globalId, SAVED_VIEW_TYPE), caller.userId);
    if (!view) throw notFound(globalId);
    if (view.ownerId === null) await this.assertMayShare(view.projectId, caller);
    return view;
  }

  /** Null if everyone who sees the project sees the view. */
  private async chooseOwner(
    isShared: boolean,
    projectId: number,
    caller: Identity,
  ): Promise<number | null> {
    if (isShared) await this.assertMayShare(projectId, caller);
    return isShared ? null : caller.userId;
  }

  private async assertMayShare(projectId: number, caller: Identity): Promise<void> {
    if ((await this.access.findRoleIn(caller, projectId)) !== 'VIEWER') return;
    throw new ForbiddenError('Viewers cannot share views or change shared ones.');
  }

  private async write(
    { name }: Pick<NewSavedView, 'name'>,
    save: () => Promise<SavedViewEntity>,
  ): Promise<SavedViewEntity> {
    try {
      return await save();
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw new ConflictError(`A view named "${name}" already exists. Choose another name.`);
      }
      // The project or user was deleted after it was looked up.
      if (isForeignKeyViolation(error)) throw new NotFoundError('The project no longer exists.');
      throw error;
    }
  }
}

function notFound(globalId: string): NotFoundError {
  return new NotFoundError(`View "${globalId}" not found.`);
}
