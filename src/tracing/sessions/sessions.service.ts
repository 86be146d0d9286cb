import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { findRowId } from '../../common/ids/global-id.js';
import {
  createCursorWriter,
  type KeysetPage,
  type PageStart,
  toKeysetSort,
} from '../../common/pagination/keyset-sort.js';
import type { SqlWhere } from '../../common/sql/sql-where.js';
import type { TimeRange } from '../../common/time.js';
import { isStorable } from '../../common/validation/storable.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { toAnnotationSort } from '../annotation-sorts/annotation-sort.js';
import { deleteSessions } from '../changes/tracing-changes.queries.js';
import {
  addRowCondition,
  readRowCondition,
  type RowCondition,
} from '../conditions/row-condition.js';
import type { Matches } from '../matches/matches.service.js';
import { CandidatesService } from '../span-index/candidates.service.js';
import type { TraceEntity } from '../traces/trace.entity.js';
import { TracesService } from '../traces/traces.service.js';
import type { ProjectSessionEntity } from './project-session.entity.js';
import { SessionsQueries } from './sessions.queries.js';
import { SESSION_SORTS, type SessionOrder } from './sessions.sorts.js';

/** Type name in the global ID of a session. */
export const SESSION_TYPE = 'ProjectSession';

/** Number of sessions to delete per transaction. */
const DELETED_AT_ONCE = 100;

/** A session with its traces, sorted by start. */
export interface SessionWithTraces {
  session: ProjectSessionEntity;
  traces: TraceEntity[];
}

export interface SessionListInput {
  /** Lists sessions that overlap the range. */
  timeRange?: TimeRange | null;
  condition?: RowCondition | null;
  /** What a search found. */
  matches?: Matches | null;
  /** Defaults to row ID. */
  order?: SessionOrder | null;
  start?: PageStart;
  limit: number;
}

/** Lists, finds and deletes sessions, for REST and GraphQL. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly dataSource: DataSource,
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
    { timeRange, condition, matches, order, start = {}, limit }: SessionListInput,
  ): Promise<KeysetPage<ProjectSessionEntity>> {
    const annotations = order?.annotations;
    const sessionIds = await this.findCandidates(projectIds, condition, timeRange);
    if (projectIds && annotations) {
      const sort = toAnnotationSort(annotations, order.dir);
      const page = {
        timeRange: timeRange ?? {},
        condition,
        sessionIds,
        matches,
        sort,
        start,
        limit: limit + 1,
      };
      const rows = isStorable(annotations.name)
        ? await this.queries.listByAnnotation(projectIds, annotations, page)
        : [];
      return { rows, cursorOf: createCursorWriter(sort) };
    }
    const sort = toKeysetSort(SESSION_SORTS, order, 's.id');
    const page = {
      timeRange: timeRange ?? {},
      condition,
      sessionIds,
      matches,
      sort,
      start,
      limit: limit + 1,
    };
    return { rows: await this.queries.list(projectIds, page), cursorOf: createCursorWriter(sort) };
  }

  /**
   * Reads a condition in the filter language on sessions `s`; null if there is none or it is blank.
   * @throws FilterSyntaxError if it is not a condition.
   */
  readCondition(text: string | null | undefined): ((where: SqlWhere) => void) | null {
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

  /**
   * Adds their traces, which may be in any project, to sessions.
   * @param onlyProjectId the only project whose traces a key for one project can see.
   */
  async addTraces(
    sessions: readonly ProjectSessionEntity[],
    onlyProjectId?: number,
  ): Promise<SessionWithTraces[]> {
    const ids = sessions.map((session) => session.sessionId);
    const traces = await this.traces.listBySession(ids);
    const isShown = (trace: TraceEntity) =>
      onlyProjectId === undefined || trace.projectId === onlyProjectId;
    return sessions.map((session) => ({
      session,
      traces: (traces.get(session.sessionId) ?? []).filter(isShown),
    }));
  }

  /**
   * Resolves an identifier: a global ID, or else the ID that the application sent. With
   * `projectIdentifier`, the session must belong to that project.
   * @throws NotFoundError if the session or project does not exist.
   */
  async get(identifier: string, projectIdentifier?: string): Promise<ProjectSessionEntity> {
    const rowId = findRowId(identifier, SESSION_TYPE);
    const session = await (rowId === null
      ? this.findBySessionId(identifier)
      : this.findByRowId(rowId));
    const project =
      projectIdentifier === undefined ? null : await this.projects.resolve(projectIdentifier);
    if (!session || (project && project.id !== session.projectId)) {
      throw new NotFoundError(`Session "${identifier}" not found.`);
    }
    return session;
  }

  async findBySessionId(sessionId: string): Promise<ProjectSessionEntity | null> {
    const [row] = await this.findBySessionIds([sessionId]);
    return row ?? null;
  }

  /** In no particular order; unknown IDs are skipped. */
  findBySessionIds(sessionIds: readonly string[]): Promise<ProjectSessionEntity[]> {
    return this.queries.findBySessionIds(sessionIds.filter(isStorable));
  }

  async findByRowId(id: number): Promise<ProjectSessionEntity | null> {
    const [row] = await this.queries.findByRowIds([id]);
    return row ?? null;
  }

  /**
   * Deletes one session with its traces and spans, in any project.
   * @throws NotFoundError if the session does not exist or belongs to another project.
   */
  async delete(identifier: string, projectIdentifier?: string): Promise<void> {
    const { sessionId } = await this.get(identifier, projectIdentifier);
    await this.deleteWithTraces([sessionId]);
  }

  /**
   * Deletes sessions, identified either only by global IDs or only by the sender's IDs. Skips
   * unknown ones.
   * @throws UnprocessableError for an empty list or a mix of both.
   */
  async deleteAll(identifiers: readonly string[]): Promise<void> {
    const sessionIds = (await this.findAll(identifiers)).map((session) => session.sessionId);
    for (let from = 0; from < sessionIds.length; from += DELETED_AT_ONCE) {
      await this.deleteWithTraces(sessionIds.slice(from, from + DELETED_AT_ONCE));
    }
  }

  private async findAll(identifiers: readonly string[]): Promise<ProjectSessionEntity[]> {
    if (identifiers.length === 0) {
      throw new UnprocessableError('Specify at least one session.');
    }
    const rowIds = identifiers
      .map((identifier) => findRowId(identifier, SESSION_TYPE))
      .filter((id) => id !== null);
    if (rowIds.length === 0) return this.findBySessionIds(identifiers);
    if (rowIds.length === identifiers.length) return this.queries.findByRowIds(rowIds);
    throw new UnprocessableError(
      'All session identifiers must be of the same type. Use either global IDs or session IDs.',
    );
  }

  private deleteWithTraces(sessionIds: readonly string[]): Promise<void> {
    return inRetriedTransaction(this.dataSource, (tx) => deleteSessions(tx, sessionIds));
  }
}
