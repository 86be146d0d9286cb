import type { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import type { ProjectAccessReader } from '../kernel/access/project-access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../kernel/errors/errors.js';
import type { BatchLoader } from '../kernel/graphql/loaders.js';
import { requireRowId } from '../kernel/ids/global-id.js';
import { selectShareables, type ShareableKind } from './shareable-rows.queries.js';

interface ShareableRow {
  id: number;
  projectId: number;
  /** The only user who sees it; null if it is shared. */
  ownerId: number | null;
}

/**
 * Rows of a project that are either shared or belong to one user, who alone sees them. Viewers cannot
 * share. Without authentication, every row is shared. Each feature with such rows subclasses this.
 */
export abstract class ShareableRowsService<Row extends ShareableRow> {
  constructor(
    protected readonly database: DatabaseWriter,
    private readonly access: ProjectAccessReader,
    private readonly kind: ShareableKind<Row>,
  ) {}

  /** Loads the rows of projects that a user can see, by name. All keys of a request have the same user. */
  readonly ofProject: BatchLoader<{ projectId: number; userId: number | null }, Row[]> = {
    cacheKey: ({ projectId }) => String(projectId),
    batch: async (keys) => {
      const ids = keys.map(({ projectId }) => projectId);
      const rows = await selectShareables(
        this.database,
        this.kind,
        'r.project_id = ANY($1)',
        ids,
        keys[0]?.userId ?? null,
      );
      const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
      return ids.map((id) => byProject.get(id) ?? []);
    },
  };

  /** Null if it does not exist, or the user cannot see it. */
  async findVisible(id: number, userId: number | null): Promise<Row | null> {
    const [row] = await selectShareables(this.database, this.kind, 'r.id = $1', id, userId);
    return row ?? null;
  }

  /** Returns whether a user can share rows of a project, and change shared ones. */
  async mayShare(projectId: number, caller: Identity): Promise<boolean> {
    return (await this.access.findRoleIn(caller, projectId)) !== 'VIEWER';
  }

  /** @throws NotFoundError, and ForbiddenError if a viewer deletes a shared one. */
  async delete(globalId: string, caller: Identity): Promise<void> {
    const { id } = await this.getChangeable(globalId, caller);
    await this.database.manager.delete(this.kind.entity, { id });
  }

  protected async getChangeable(globalId: string, caller: Identity): Promise<Row> {
    const row = await this.findVisible(requireRowId(globalId, this.kind.type), caller.userId);
    if (!row) throw this.notFound(globalId);
    if (row.ownerId === null) await this.assertMayShare(row.projectId, caller);
    return row;
  }

  /** Null if everyone who sees the project sees the row. */
  protected async chooseOwner(
    isShared: boolean,
    projectId: number,
    caller: Identity,
  ): Promise<number | null> {
    if (isShared) await this.assertMayShare(projectId, caller);
    return isShared ? null : caller.userId;
  }

  /** @throws ConflictError if the name is taken, NotFoundError if the project has been deleted. */
  protected async write(name: string, save: () => Promise<Row>): Promise<Row> {
    try {
      return await save();
    } catch (error) {
      if (isUniqueViolation(error)) {
        const { noun } = this.kind;
        throw new ConflictError(`A ${noun} named "${name}" already exists. Choose another name.`);
      }
      // The project or user was deleted after it was looked up.
      if (isForeignKeyViolation(error)) throw new NotFoundError('The project no longer exists.');
      throw error;
    }
  }

  protected notFound(globalId: string): NotFoundError {
    const { noun } = this.kind;
    return new NotFoundError(`${noun[0]!.toUpperCase()}${noun.slice(1)} "${globalId}" not found.`);
  }

  private async assertMayShare(projectId: number, caller: Identity): Promise<void> {
    if (await this.mayShare(projectId, caller)) return;
    throw new ForbiddenError(`Viewers cannot share ${this.kind.noun}s or change shared ones.`);
  }
}
