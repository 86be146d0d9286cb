import {
  Field,
  Float,
  HideField,
  ID,
  Int,
  InterfaceType,
  ObjectType,
  registerEnumType,
} from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar, JsonScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { SessionKey } from '../../spans/session-key.js';
import { AnnotationSource } from '../annotation.enum.js';
import { AnnotatorKind } from '../annotator-kind.contract.js';
import {
  DOCUMENT_ANNOTATIONS,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../annotation-target.js';
import type { ListedAnnotation } from '../annotations.service.js';

registerEnumType(AnnotatorKind, { name: 'AnnotatorKind', description: 'The kinds of annotators.' });
registerEnumType(AnnotationSource, {
  name: 'AnnotationSource',
  description: 'The origin of an annotation: a program (API), or a person in the app (APP).',
});

@InterfaceType({
  description: 'A judgment of a span, trace, session or document, or a note about it.',
})
export abstract class Annotation {
  @Field(() => ID)
  id: string;

  @Field(() => String, { description: 'The name, such as `correctness`. `note` if it is a note.' })
  name: string;

  @Field(() => AnnotatorKind)
  annotatorKind: AnnotatorKind;

  @Field(() => String, { nullable: true })
  label: string | null;

  @Field(() => Float, { nullable: true })
  score: number | null;

  @Field(() => String, { nullable: true, description: 'The text, if it is a note.' })
  explanation: string | null;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;

  @Field(() => AnnotationSource)
  source: AnnotationSource;

  @Field(() => String, {
    description:
      'Distinguishes annotations of a target that have the same name, such as those of two people.',
  })
  identifier: string;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;

  /** Row ID of the author. */
  @HideField()
  userRowId: number | null;

  /** Row ID of the target. */
  @HideField()
  targetRowId: number;

  /** The sender's IDs of the target. */
  @HideField()
  traceKey: string | null;

  @HideField()
  spanKey: string | null;

  @HideField()
  sessionKey: SessionKey | null;
}

@ObjectType({
  implements: () => [Node, Annotation],
  description: 'A judgment of a span, or a note about it.',
})
export class SpanAnnotation extends Annotation implements Node {
  @Field(() => ID, { description: 'Global ID of the span.' })
  spanId: string;
}

@ObjectType({
  implements: () => [Node, Annotation],
  description: 'A judgment of a trace, or a note about it.',
})
export class TraceAnnotation extends Annotation implements Node {
  @Field(() => ID, { description: 'Global ID of the trace.' })
  traceId: string;
}

@ObjectType({
  implements: () => Annotation,
  description: 'A judgment of a document that a span retrieved or reranked.',
})
export class DocumentAnnotation extends Annotation {
  @Field(() => Int, { description: 'Index of the document, from 0.' })
  documentPosition: number;

  @Field(() => ID, { description: 'Global ID of the span.' })
  spanId: string;
}

@ObjectType({
  implements: () => Annotation,
  description: 'A judgment of a session, or a note about it.',
})
export class ProjectSessionAnnotation extends Annotation {
  @Field(() => ID, { description: 'Global ID of the session.' })
  projectSessionId: string;
}

@ObjectType()
export class SpanAnnotationMutationPayload {
  @Field(() => [SpanAnnotation], { description: 'In the order of the input.' })
  spanAnnotations: SpanAnnotation[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class TraceAnnotationMutationPayload {
  @Field(() => [TraceAnnotation], { description: 'In the order of the input.' })
  traceAnnotations: TraceAnnotation[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DocumentAnnotationMutationPayload {
  @Field(() => [DocumentAnnotation], { description: 'In the order of the input.' })
  documentAnnotations: DocumentAnnotation[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class ProjectSessionAnnotationMutationPayload {
  @Field(() => ProjectSessionAnnotation)
  projectSessionAnnotation: ProjectSessionAnnotation;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class ProjectSessionAnnotationsMutationPayload {
  @Field(() => [ProjectSessionAnnotation], { description: 'In the order of the input.' })
  projectSessionAnnotations: ProjectSessionAnnotation[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteProjectAnnotationsPayload {
  @Field(() => Int)
  deletedAnnotationCount: number;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toSpanAnnotation(row: ListedAnnotation): SpanAnnotation {
  return { ...toAnnotation(SPAN_ANNOTATIONS.type, row), spanId: toGlobalId('Span', row.targetId) };
}

export function toTraceAnnotation(row: ListedAnnotation): TraceAnnotation {
  return {
    ...toAnnotation(TRACE_ANNOTATIONS.type, row),
    traceId: toGlobalId('Trace', row.targetId),
  };
}

export function toDocumentAnnotation(row: ListedAnnotation): DocumentAnnotation {
  return {
    ...toAnnotation(DOCUMENT_ANNOTATIONS.type, row),
    documentPosition: row.documentPosition ?? 0,
    spanId: toGlobalId('Span', row.targetId),
  };
}

export function toSessionAnnotation(row: ListedAnnotation): ProjectSessionAnnotation {
  const projectSessionId = toGlobalId('ProjectSession', row.targetId);
  return { ...toAnnotation(SESSION_ANNOTATIONS.type, row), projectSessionId };
}

function toAnnotation(type: string, row: ListedAnnotation): Pick<Annotation, keyof Annotation> {
  const { userId, projectId, targetId, traceId, spanId, sessionId, id } = row;
  const { projectId: _projectId, documentPosition: _documentPosition, ...shown } = row;
  return {
    ...shown,
    // Without these, no operation selects them.
    explanation: row.explanation ?? null,
    metadata: row.metadata ?? {},
    id: toGlobalId(type, id),
    userRowId: userId,
    targetRowId: targetId,
    traceKey: traceId,
    spanKey: spanId,
    sessionKey: sessionId === null ? null : { projectId, sessionId },
  };
}
