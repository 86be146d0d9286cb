import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../common/loaders.js';
import { type Project, toProject } from '../projects/project.model.js';
import { ProjectsService } from '../projects/projects.service.js';
import { type ProjectSession, toProjectSession } from './project-session.model.js';
import { TraceDetailsQueries } from './trace-details.queries.js';

/** The project of a trace or span by its row id; null when it was deleted meanwhile. */
@Injectable()
export class OwningProjectLoader implements BatchLoader<number, Project | null> {
  constructor(private readonly projects: ProjectsService) {}

  async batch(ids: readonly number[]): Promise<(Project | null)[]> {
    const rows = await this.projects.findByIds(ids);
    return inOrderOf(ids, rows.map(toProject), (project) => project.rowId);
  }
}

/** The session of a trace by the sender's session id. */
@Injectable()
export class TraceSessionLoader implements BatchLoader<string, ProjectSession | null> {
  constructor(private readonly queries: TraceDetailsQueries) {}

  async batch(sessionIds: readonly string[]): Promise<(ProjectSession | null)[]> {
    const rows = await this.queries.sessions(sessionIds);
    return inOrderOf(sessionIds, rows.map(toProjectSession), (session) => session.sessionId);
  }
}
