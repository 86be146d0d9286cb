import { Field, HideField, ObjectType } from '@nestjs/graphql';
import type { RetrievalMetrics } from '../retrieval-metrics.js';
import type { DocumentFiguresKey } from './documents.loader.js';

@ObjectType({
  description:
    'How well a span ranked its documents, according to one evaluation of their relevance. Null if no document has a score.',
})
export class DocumentRetrievalMetrics {
  @Field(() => String)
  evaluationName: string;

  @HideField()
  metrics: RetrievalMetrics | null;
}

@ObjectType({
  description:
    'How well the spans of a project ranked their documents: means over the spans whose documents have a score in one evaluation.',
})
export class DocumentEvaluationSummary {
  @Field(() => String)
  evaluationName: string;

  /** Selects its figures. */
  @HideField()
  key: DocumentFiguresKey;
}
