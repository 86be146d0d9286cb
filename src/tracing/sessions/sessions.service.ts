import { Injectable } from '@nestjs/common';
import type { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { ConflictError, NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { findRowId } from '../../kernel/ids/global-id.js';
import {
  createCursorWriter,
  type KeysetPage,
  type ListInput,
  toKeysetSort,
} from '../../kernel/pagination/keyset-sort.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { type AnnotatedOrder, toAnnotationSort } from '../annotation-sorts/annotation-sort.js';
import { deleteSessions } from '../changes/session-changes.queries.js';
import {
  addRowCondition,
  readRowCondition,
  type RowCondition,
} from '../conditions/row-condition.js';
import { SESSION_SORTS } from '../fields/session.js';
import type { Matches } from '../matches/matches.service.js';
import { CandidatesService } from '../span-index/candidates.service.js';
import type { SessionKey } from '../../spans/session-key.js';
import type { TraceEntity } from '../traces/trace.entity.js';
import { TracesService } from '../traces/traces.service.js';
import type { ProjectSessionEntity } from './project-session.entity.js';
import { SessionsQueries } from './sessions.queries.js';

export type SessionOrder = AnnotatedOrder<keyof typeof SESSION_SORTS>;

/** Type name in the global ID of a session. */
export const SESSION_TYPE = 'ProjectSession';

/** Number of sessions to delete per transaction. */
const DELETED_AT_ONCE = 100;

/** A session with its traces, sorted by start. */
export interface SessionWithTraces {
  session: ProjectSessionEntity;
  traces: TraceEntity[];
}

/** Selects the sessions to list. All conditions must be met. */
export interface SessionFilter {
  /** Selects sessions that overlap the range. */
  timeRange?: TimeRange | null;
  condition?: RowCondition | null;
  /** The matches of a search. */
  matches?: Matches | null;
}

export type SessionListInput = ListInput<SessionFilter, SessionOrder>;

/** Lists, finds and deletes sessions, for REST and GraphQL. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly projects: ProjectsService,
    private readonly traces: TracesService,
    private readonly queries: SessionsQueries,
    private readonly candidates: CandidatesService,
  ) {}

  /**
   * Lists a page of the sessions of each project, or of all of them together if `projectIds` is
   * null: `limit` rows, and one more if there is a next page. The rows of a project are
   * consecutive, in the requested order. Only the sessions of projects can be sorted by annotations.
   * @throws DomainError BAD_USER_INPUT for a cursor of another order; BadRequestError if a condition
   * takes too long.
   */
  async list(
    projectIds: readonly number[] | null,
    { filter = {}, order, start = {}, limit }: SessionListInput,
  ): Promise<KeysetPage<ProjectSessionEntity>> {
    const { timeRange, condition, matches } = filter;
    const annotations = projectIds && order?.annotations;
    const sort = annotations
      ? toAnnotationSort(annotations, order.dir)
      : toKeysetSort(SESSION_SORTS, order, 's.id');
    const page = {
      timeRange: timeRange ?? {},
      condition,
      sessionIds: await this.findCandidates(projectIds, condition, timeRange),
      matches,
      sort,
      start,
      limit: limit + 1,
    };
    const cursorOf = createCursorWriter(sort);
    if (!annotations) return { rows: await this.queries.list(projectIds, page), cursorOf };
    if (!isStorable(annotations.name)) return { rows: [], cursorOf };
    return { rows: await this.queries.listByAnnotation(projectIds, annotations, page), cursorOf };
  }

  /**
   * Reads a condition in the filter language on sessions `s`; null if there is none or it is blank.
   * @throws FilterSyntaxError if it is not a condition.
   */
  readCondition(text: string | null | undefined): ((where: DistributedWhere) => void) | null {
    const condition = readRowCondition('session', text);
    return condition && ((where) => addRowCondition(where, condition));
  }

  /** Finds the sessions that may meet a condition; undefined if there may be many. */
  private async findCandidates(
    projectIds: readonly number[] | null,
    condition: RowCondition | null | undefined,
    timeRange: TimeRange | null | undefined,
  ): Promise<string[] | undefined> {
    const [projectId, ...others] = projectIds ?? [];
    if (!condition || projectId === undefined || others.length > 0) return undefined;
    const from = timeRange?.start ?? null;
    return (await this.candidates.findSessionIds(projectId, condition, from)) ?? undefined;
  }

  /** Adds their traces to sessions. */
  async addTraces(sessions: readonly ProjectSessionEntity[]): Promise<SessionWithTraces[]> {
    const traces = await this.traces.listBySession(sessions);
    return sessions.map((session, at) => ({ session, traces: traces[at]! }));
  }

  /**
   * Resolves an identifier: a global ID, or else the ID that the application sent. If several projects
   * have a session with that ID, it is the one with the most recent activity. With `projectIdentifier`,
   * the session must belong to that project.
   * @throws NotFoundError if the session or project does not exist.
   */
  async get(identifier: string, projectIdentifier?: string): Promise<ProjectSessionEntity> {
    const project = await this.resolveProject(projectIdentifier);
    const rowId = findRowId(identifier, SESSION_TYPE);
    const session = await (rowId === null
      ? this.findBySessionId(identifier, project?.id)
      : this.findByRowId(rowId));
    if (!session || (project && project.id !== session.projectId)) throw missing(identifier);
    return session;
  }

  /**
   * Finds the session with an ID that the application sent; of several, the one with the most recent
   * activity.
   * @param projectId the only project to look at.
   */
  async findBySessionId(
    sessionId: string,
    projectId: number | null = null,
  ): Promise<ProjectSessionEntity | null> {
    if (!isStorable(sessionId)) return null;
    const [row] = await this.queries.findBySessionIds([sessionId], projectId, 1);
    return row ?? null;
  }

  /** Returns those that exist, in no particular order. */
  findByKeys(keys: readonly SessionKey[]): Promise<ProjectSessionEntity[]> {
    return this.queries.findByKeys(keys);
  }

  async findByRowId(id: number): Promise<ProjectSessionEntity | null> {
    const [row] = await this.queries.findByRowIds([id]);
    return row ?? null;
  }

  /**
   * Deletes one session with its traces and spans.
   * @throws NotFoundError if the session does not exist or belongs to another project, ConflictError if
   * several projects have a session with the sender's ID.
   */
  async delete(identifier: string, projectIdentifier?: string): Promise<void> {
    const project = await this.resolveProject(projectIdentifier);
    const [session] = await this.findAll([identifier], project?.id);
    if (!session || (project && project.id !== session.projectId)) throw missing(identifier);
    await this.deleteWithTraces([session]);
  }

  /**
   * Deletes sessions, identified either only by global IDs or only by the sender's IDs. Skips
   * unknown ones.
   * @throws UnprocessableError for an empty list or a mix of both, ConflictError if several projects
   * have a session with one of the sender's IDs. Then nothing is deleted.
   */
  async deleteAll(identifiers: readonly string[]): Promise<void> {
    const sessions = await this.findAll(identifiers);
    for (let from = 0; from < sessions.length; from += DELETED_AT_ONCE) {
      await this.deleteWithTraces(sessions.slice(from, from + DELETED_AT_ONCE));
    }
  }

  private async resolveProject(identifier: string | undefined): Promise<{ id: number } | null> {
    return identifier === undefined ? null : this.projects.resolve(identifier);
  }

  /** Finds sessions to delete. @throws as `deleteAll`. */
  private async findAll(
    identifiers: readonly string[],
    projectId: number | null = null,
  ): Promise<ProjectSessionEntity[]> {
    if (identifiers.length === 0) {
      throw new UnprocessableError('Specify at least one session.');
    }
    const rowIds = identifiers
      .map((identifier) => findRowId(identifier, SESSION_TYPE))
      .filter((id) => id !== null);
    if (rowIds.length === 0) {
      const names = [...new Set(identifiers)].filter(isStorable);
      const found = await this.queries.findBySessionIds(names, projectId, null);
      refuseAmbiguous(found);
      return found;
    }
    if (rowIds.length === identifiers.length) return this.queries.findByRowIds(rowIds);
    throw new UnprocessableError(
      'All session identifiers must be of the same type. Use either global IDs or session IDs.',
    );
  }

  private deleteWithTraces(sessions: readonly SessionKey[]): Promise<void> {
    return this.database.inTransaction((tx) => deleteSessions(tx, sessions));
  }
}

function missing(identifier: string): NotFoundError {
  return new NotFoundError(`Session "${identifier}" not found.`);
}

function refuseAmbiguous(sessions: readonly ProjectSessionEntity[]): void {
  const known = new Set<string>();
  for (const { sessionId } of sessions) {
    if (known.has(sessionId)) {
      throw new ConflictError(
        `Several projects have a session "${sessionId}". Name the project or use the global ID of the session.`,
      );
    }
    known.add(sessionId);
  }
}
