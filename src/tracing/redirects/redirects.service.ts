import { Inject, Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SpansService } from '../spans/spans.service.js';
import { TracesService } from '../traces/traces.service.js';

/**
 * Finds the URLs of pages for senders that know only their own IDs. Each method throws
 * NotFoundError if the object does not exist yet.
 */
@Injectable()
export class RedirectsService {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'rootPath'>,
    private readonly projects: ProjectsService,
    private readonly traces: TracesService,
    private readonly spans: SpansService,
    private readonly sessions: SessionsService,
  ) {}

  async toProject(name: string): Promise<string> {
    const project = await this.projects.findByName(name);
    if (!project) throw notFound(`project named "${name}"`);
    return this.pageOf(project.id);
  }

  async toTrace(traceId: string): Promise<string> {
    const trace = await this.traces.findByTraceId(traceId);
    if (!trace) throw notFound(`trace "${traceId}"`);
    return this.pageOf(trace.projectId, `/traces/${encodeURIComponent(traceId)}`);
  }

  async toSpan(spanId: string): Promise<string> {
    const span = await this.spans.findBySpanId(spanId);
    if (!span) throw notFound(`span "${spanId}"`);
    const query = new URLSearchParams({ selectedSpanNodeId: toGlobalId('Span', span.id) });
    return this.pageOf(
      span.projectId,
      `/spans/${encodeURIComponent(span.traceId)}?${query.toString()}`,
    );
  }

  async toSession(sessionId: string): Promise<string> {
    const session = await this.sessions.findBySessionId(sessionId);
    if (!session) throw notFound(`session "${sessionId}"`);
    const id = toGlobalId('ProjectSession', session.id);
    return this.pageOf(session.projectId, `/sessions/${encodeURIComponent(id)}`);
  }

  private pageOf(projectId: number, rest = ''): string {
    const id = encodeURIComponent(toGlobalId('Project', projectId));
    return `${this.env.rootPath}/projects/${id}${rest}`;
  }
}

function notFound(what: string): NotFoundError {
  return new NotFoundError(
    `The ${what} does not exist, or its spans have not arrived yet. Reload the page in a moment.`,
  );
}
