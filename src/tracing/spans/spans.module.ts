import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SpanContentResolver, SpanIOValueResolver } from './graphql/span-content.resolver.js';
import { SpanSearchResolver, ProjectSearchResolver } from './graphql/span-search.resolver.js';
import { SpanTreeResolver } from './graphql/span-tree.resolver.js';
import { SpanOfChatResolver, SpanOfFailedChatResolver } from './graphql/spans-of-chats.resolver.js';
import { SpansLoaders } from './graphql/spans.loader.js';
import { TraceSpansLoaders } from './graphql/trace-spans.loader.js';
import { SpansResolver } from './graphql/spans.resolver.js';
import { SpansController } from './rest/spans.controller.js';
import { SpanIndexModule } from '../span-index/span-index.module.js';
import { SpanEntity } from './span.entity.js';
import { SpanListsService } from './span-lists.service.js';
import { SpansByBlockQueries } from './spans-by-block.queries.js';
import { SpansByTextQueries } from './spans-by-text.queries.js';
import { SpansBySubtreeQueries } from './spans-by-subtree.queries.js';
import { SpansOfTracesQueries } from './spans-of-traces.queries.js';
import { SpansQueries } from './spans.queries.js';
import { TraceSpansQueries } from './trace-spans.queries.js';
import { SpansService } from './spans.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SpanEntity]), ProjectsModule, SpanIndexModule],
  controllers: [SpansController],
  providers: [
    SpansService,
    SpanListsService,
    SpansQueries,
    SpansOfTracesQueries,
    TraceSpansQueries,
    SpansByBlockQueries,
    SpansBySubtreeQueries,
    SpansByTextQueries,
    SpansLoaders,
    TraceSpansLoaders,
    SpansResolver,
    SpanContentResolver,
    SpanTreeResolver,
    SpanSearchResolver,
    ProjectSearchResolver,
    SpanIOValueResolver,
    SpanOfChatResolver,
    SpanOfFailedChatResolver,
  ],
  exports: [SpansService, SpanListsService, SpansOfTracesQueries, SpansLoaders, TraceSpansLoaders],
})
export class SpansModule {}
