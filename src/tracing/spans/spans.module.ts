import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SpanContentResolver, SpanIOValueResolver } from './graphql/span-content.resolver.js';
import { SpanTreeResolver } from './graphql/span-tree.resolver.js';
import { SpansLoaders } from './graphql/spans.loader.js';
import { SpansResolver } from './graphql/spans.resolver.js';
import { SpansController } from './rest/spans.controller.js';
import { SpanEntity } from './span.entity.js';
import { SpansBySubtreeQueries } from './spans-by-subtree.queries.js';
import { SpansOfTracesQueries } from './spans-of-traces.queries.js';
import { SpansQueries } from './spans.queries.js';
import { SpansService } from './spans.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SpanEntity]), ProjectsModule],
  controllers: [SpansController],
  providers: [
    SpansService,
    SpansQueries,
    SpansOfTracesQueries,
    SpansBySubtreeQueries,
    SpansLoaders,
    SpansResolver,
    SpanContentResolver,
    SpanTreeResolver,
    SpanIOValueResolver,
  ],
  exports: [SpansService, SpansOfTracesQueries, SpansLoaders],
})
export class SpansModule {}
