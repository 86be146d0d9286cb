import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SpansModule } from '../spans/spans.module.js';
import { SpanQueriesController } from './rest/span-queries.controller.js';
import { SpanQueriesQueries } from './span-queries.queries.js';
import { SpanQueriesService } from './span-queries.service.js';

@Module({
  imports: [ProjectsModule, SpansModule],
  controllers: [SpanQueriesController],
  providers: [SpanQueriesService, SpanQueriesQueries],
  exports: [SpanQueriesService],
})
export class SpanQueriesModule {}
