import { Module } from '@nestjs/common';
import { TracingModule } from '../../tracing/tracing.module.js';
import { AnnotationsModule } from '../annotations.module.js';
import { DocumentFiguresQueries } from './document-figures.queries.js';
import { DocumentsLoaders } from './graphql/documents.loader.js';
import {
  DocumentSummaryResolver,
  ProjectDocumentsResolver,
} from './graphql/project-documents.resolver.js';
import {
  MetricsOfSpanResolver,
  RetrievalMetricsResolver,
} from './graphql/retrieval-metrics.resolver.js';

/** How relevant retrieved documents are, according to their annotations. */
@Module({
  imports: [AnnotationsModule, TracingModule],
  providers: [
    DocumentFiguresQueries,
    DocumentsLoaders,
    MetricsOfSpanResolver,
    RetrievalMetricsResolver,
    ProjectDocumentsResolver,
    DocumentSummaryResolver,
  ],
})
export class AnnotatedDocumentsModule {}
