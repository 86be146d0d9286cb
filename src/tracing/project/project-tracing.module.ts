import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { RollupsModule } from '../rollups/rollups.module.js';
import { SpansModule } from '../spans/spans.module.js';
import {
  OwningProjectLoader,
  SessionProjectResolver,
  SpanProjectResolver,
  TraceProjectResolver,
} from './graphql/owning-project.resolver.js';
import { ProjectContentsResolver } from './graphql/project-contents.resolver.js';
import { ProjectFiguresLoaders } from './graphql/project-figures.loader.js';
import { ProjectFiguresResolver } from './graphql/project-figures.resolver.js';
import { ProjectSeriesLoaders } from './graphql/project-series.loader.js';
import { ProjectSeriesResolver, TokenTypesResolver } from './graphql/project-series.resolver.js';
import { ProjectContentsService } from './project-contents.service.js';
import { ProjectCostsQueries } from './project-costs.queries.js';
import { ProjectFiguresQueries } from './project-figures.queries.js';
import { ProjectSeriesQueries } from './project-series.queries.js';
import { ProjectContentsController } from './rest/project-contents.controller.js';

/** The fields and mutations that tracing adds to a project: its figures, and clearing it. */
@Module({
  imports: [ProjectsModule, SpansModule, MatchesModule, RollupsModule],
  controllers: [ProjectContentsController],
  providers: [
    ProjectContentsService,
    ProjectContentsResolver,
    ProjectFiguresQueries,
    ProjectCostsQueries,
    ProjectFiguresLoaders,
    ProjectFiguresResolver,
    ProjectSeriesQueries,
    ProjectSeriesLoaders,
    ProjectSeriesResolver,
    TokenTypesResolver,
    OwningProjectLoader,
    SpanProjectResolver,
    TraceProjectResolver,
    SessionProjectResolver,
  ],
})
export class ProjectTracingModule {}
