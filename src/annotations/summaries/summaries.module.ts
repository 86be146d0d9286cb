import { Module } from '@nestjs/common';
import { TracingModule } from '../../tracing/tracing.module.js';
import { AnnotationsModule } from '../annotations.module.js';
import { AnnotationSeriesResolver } from './graphql/annotation-series.resolver.js';
import { ProjectSummariesResolver } from './graphql/project-summaries.resolver.js';
import { SummariesLoaders } from './graphql/summaries.loader.js';
import {
  SummariesOfSessionResolver,
  SummariesOfSpanResolver,
  SummariesOfTraceResolver,
} from './graphql/target-summaries.resolver.js';
import { SummariesQueries } from './summaries.queries.js';

/** The names and summaries of annotations, of projects and of single targets. */
@Module({
  imports: [AnnotationsModule, TracingModule],
  providers: [
    SummariesQueries,
    SummariesLoaders,
    ProjectSummariesResolver,
    AnnotationSeriesResolver,
    SummariesOfSpanResolver,
    SummariesOfTraceResolver,
    SummariesOfSessionResolver,
  ],
})
export class SummariesModule {}
