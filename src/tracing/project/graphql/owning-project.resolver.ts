import { Injectable } from '@nestjs/common';
import { ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, sortByKeys } from '../../../kernel/graphql/loaders.js';
import { Project, toProject } from '../../../projects/graphql/project.type.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { ProjectSession } from '../../sessions/graphql/project-session.type.js';
import { Span } from '../../spans/graphql/span.type.js';
import { Trace } from '../../traces/graphql/trace.type.js';

/** Adds the project to a span, trace or session, by the project's row ID. */
@Injectable()
export class OwningProjectLoader implements BatchLoader<number, Project> {
  constructor(private readonly projects: ProjectsService) {}

  async batch(ids: readonly number[]): Promise<(Project | Error)[]> {
    const projects = (await this.projects.findByIds(ids)).map(toProject);
    return sortByKeys(ids, projects, (project) => project.rowId).map(
      // Spans, traces and sessions are deleted with their project, which has just been deleted.
      (project) => project ?? new NotFoundError('The project has since been deleted.'),
    );
  }
}

@Resolver(() => Span)
export class SpanProjectResolver {
  constructor(private readonly projects: OwningProjectLoader) {}

  @ResolveField(() => Project)
  project(span: Span, _args: unknown, { loaders }: GraphqlContext): Promise<Project> {
    return loaders.of(this.projects).load(span.projectRowId);
  }
}

@Resolver(() => Trace)
export class TraceProjectResolver {
  constructor(private readonly projects: OwningProjectLoader) {}

  @ResolveField(() => Project)
  project(trace: Trace, _args: unknown, { loaders }: GraphqlContext): Promise<Project> {
    return loaders.of(this.projects).load(trace.projectRowId);
  }
}

@Resolver(() => ProjectSession)
export class SessionProjectResolver {
  constructor(private readonly projects: OwningProjectLoader) {}

  @ResolveField(() => Project)
  project(session: ProjectSession, _args: unknown, { loaders }: GraphqlContext): Promise<Project> {
    return loaders.of(this.projects).load(session.projectRowId);
  }
}
