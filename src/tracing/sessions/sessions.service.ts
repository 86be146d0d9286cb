import { Injectable } from '@nestjs/common';
import { NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { parseCursor, rowIdOf, toGlobalId } from '../../common/ids/global-id.js';
import { isStorable } from '../../common/validation/storable.js';
import { ProjectsService } from '../../projects/projects.service.js';
import type { ListProjectSessionsDto, ListSessionsDto } from './rest/list-sessions.query.js';
import type { ProjectSessionEntity } from './project-session.entity.js';
import { type SessionPage, SessionsQueries } from './sessions.queries.js';
import type { TraceEntity } from '../traces/trace.entity.js';

const DEFAULT_LIMIT = 100;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 1000;

/** A session with its traces by start time. */
export interface SessionWithTraces {
  session: ProjectSessionEntity;
  traces: TraceEntity[];
}

export interface SessionList {
  sessions: SessionWithTraces[];
  /** Global id of the row that opens the following page. */
  nextCursor: string | null;
}

/** Reads sessions, for REST and GraphQL. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly sessions: SessionsQueries,
  ) {}

  /**
   * Sessions of all projects or of one, by their times.
   * @throws NotFoundError for an unknown project, UnprocessableError for a bad cursor.
   */
  async list(query: ListSessionsDto): Promise<SessionList> {
    const { project_identifier: identifier, sort = 'start_time', order = 'desc' } = query;
    const project = identifier === undefined ? null : await this.projects.resolve(identifier);
    return this.page({ projectId: project?.id, sort, order }, query);
  }

  /**
   * Sessions of one project by id.
   * @param onlyProject the project whose traces may be shown, to a key for one project; a session may
   * have traces in others.
   * @throws NotFoundError for an unknown project, UnprocessableError for a bad cursor.
   */
  async listOfProject(
    identifier: string,
    query: ListProjectSessionsDto,
    onlyProject?: number,
  ): Promise<SessionList> {
    const project = await this.projects.resolve(identifier);
    const page = { projectId: project.id, sort: 'id', order: query.order ?? 'asc' } as const;
    const { sessions, nextCursor } = await this.page(page, query);
    if (onlyProject === undefined) return { sessions, nextCursor };
    const isShown = (trace: TraceEntity) => trace.projectId === onlyProject;
    return {
      sessions: sessions.map(({ session, traces }) => ({
        session,
        traces: traces.filter(isShown),
      })),
      nextCursor,
    };
  }

  private async page(
    page: Pick<SessionPage, 'projectId' | 'sort' | 'order'>,
    query: { cursor?: string; limit?: number },
  ): Promise<SessionList> {
    const from = parseCursor(query.cursor);
    const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const rows = await this.sessions.page({ ...page, from, limit: limit + 1 });
    const next = rows[limit];
    return {
      sessions: await this.withTraces(rows.slice(0, limit)),
      nextCursor: next ? toGlobalId('ProjectSession', next.id) : null,
    };
  }

  /**
   * The session that an identifier means: a global id, else the id that the application sent. With
   * `projectIdentifier` it must be a session of that project.
   * @throws NotFoundError when there is none, or no such project.
   */
  async get(identifier: string, projectIdentifier?: string): Promise<SessionWithTraces> {
    const session = await this.find(identifier);
    const project =
      projectIdentifier === undefined ? null : await this.projects.resolve(projectIdentifier);
    if (!session || (project && project.id !== session.projectId)) {
      throw new NotFoundError(`Session ${identifier} not found`);
    }
    const [found] = await this.withTraces([session]);
    return found!;
  }

  async findBySessionId(sessionId: string): Promise<ProjectSessionEntity | null> {
    if (!isStorable(sessionId)) return null;
    const [row] = await this.sessions.findBySessionIds([sessionId]);
    return row ?? null;
  }

  async findByRowId(id: number): Promise<ProjectSessionEntity | null> {
    const [row] = await this.sessions.findByRowIds([id]);
    return row ?? null;
  }

  /**
   * The sessions named by global ids or by the sender's ids, unknown ones left out.
   * @throws UnprocessableError for an empty list and for a mixture of both kinds.
   */
  async findAll(identifiers: readonly string[]): Promise<ProjectSessionEntity[]> {
    if (identifiers.length === 0) {
      throw new UnprocessableError('At least one session identifier is needed');
    }
    const rowIds = identifiers
      .map((identifier) => rowIdOf(identifier, 'ProjectSession'))
      .filter((id) => id !== null);
    if (rowIds.length === 0) return this.sessions.findBySessionIds(identifiers.filter(isStorable));
    if (rowIds.length === identifiers.length) return this.sessions.findByRowIds(rowIds);
    throw new UnprocessableError(
      'All session identifiers must be of the same type: either global ids or session ids',
    );
  }

  private find(identifier: string): Promise<ProjectSessionEntity | null> {
    const rowId = rowIdOf(identifier, 'ProjectSession');
    return rowId === null ? this.findBySessionId(identifier) : this.findByRowId(rowId);
  }

  private async withTraces(sessions: ProjectSessionEntity[]): Promise<SessionWithTraces[]> {
    if (sessions.length === 0) return [];
    const traces = await this.sessions.tracesOf(sessions.map((session) => session.sessionId));
    const bySession = Map.groupBy(traces, (trace) => trace.sessionId);
    return sessions.map((session) => ({
      session,
      traces: bySession.get(session.sessionId) ?? [],
    }));
  }
}
