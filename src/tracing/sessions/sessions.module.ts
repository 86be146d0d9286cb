import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { SpanIndexModule } from '../span-index/span-index.module.js';
import { SpansModule } from '../spans/spans.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { SessionFieldsResolver, TraceSessionResolver } from './graphql/session-fields.resolver.js';
import { SessionsLoaders } from './graphql/sessions.loader.js';
import { SessionsResolver } from './graphql/sessions.resolver.js';
import { ProjectSessionEntity } from './project-session.entity.js';
import { SessionsController } from './rest/sessions.controller.js';
import { SessionFiguresQueries } from './session-figures.queries.js';
import { SessionsQueries } from './sessions.queries.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ProjectSessionEntity]),
    ProjectsModule,
    MatchesModule,
    SpanIndexModule,
    SpansModule,
    TracesModule,
  ],
  controllers: [SessionsController],
  providers: [
    SessionsService,
    SessionsQueries,
    SessionFiguresQueries,
    SessionsLoaders,
    SessionsResolver,
    SessionFieldsResolver,
    TraceSessionResolver,
  ],
  exports: [SessionsService],
})
export class SessionsModule {}
