import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects.module.js';
import {
  OwningProjectLoader,
  SessionProjectResolver,
  SpanProjectResolver,
  TraceProjectResolver,
} from './graphql/owning-project.resolver.js';
import { ProjectContentsResolver } from './graphql/project-contents.resolver.js';
import { ProjectFiguresLoaders } from './graphql/project-figures.loader.js';
import { ProjectFiguresResolver } from './graphql/project-figures.resolver.js';
import { ProjectContentsService } from './project-contents.service.js';
import { ProjectFiguresQueries } from './project-figures.queries.js';

/** The fields and mutations that tracing adds to a project: its figures, and clearing it. */
@Module({
  imports: [ProjectsModule],
  providers: [
    ProjectContentsService,
    ProjectContentsResolver,
    ProjectFiguresQueries,
    ProjectFiguresLoaders,
    ProjectFiguresResolver,
    OwningProjectLoader,
    SpanProjectResolver,
    TraceProjectResolver,
    SessionProjectResolver,
  ],
})
export class ProjectTracingModule {}
