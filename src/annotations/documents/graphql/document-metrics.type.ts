import { Field, HideField, ObjectType } from '@nestjs/graphql';
import type { RetrievalMetrics } from '../retrieval-metrics.js';
import type { DocumentFiguresKey } from './documents.loader.js';

@ObjectType({
  description:
    "The quality of a span's ranking of documents, according to one evaluation of their relevance. Null if no document has a score.",
})
export class DocumentRetrievalMetrics {
  @Field(() => String)
  evaluationName: string;

  @HideField()
  metrics: RetrievalMetrics | null;
}

@ObjectType({
  description:
    'The quality of the rankings of documents by the spans of a project: means over the spans whose documents have a score in one evaluation.',
})
export class DocumentEvaluationSummary {
  @Field(() => String)
  evaluationName: string;

  /** Selects its figures. */
  @HideField()
  key: DocumentFiguresKey;
}
