import type { World } from './world.js';

const TIME_RANGE = { start: '2024-01-01T00:00:00Z', end: '2030-01-01T00:00:00+02:00' };

const JUDGMENT = {
  name: 'quality',
  annotatorKind: 'HUMAN',
  label: 'good',
  score: 1,
  explanation: 'why',
  metadata: { a: 1 },
  source: 'APP',
};

/** Returns the variables of the operations in `annotations.graphql`. */
export function annotationVariablesIn(world: World): Record<string, Record<string, unknown>> {
  return {
    AnnotationsOfSpan: { id: world.span },
    AnnotationsOfTrace: {
      id: world.trace,
      filter: { include: { names: ['quality'], sources: ['API'], userIds: [null, world.user] } },
    },
    AnnotationsOfSession: { sessionId: world.sentSessionId },
    CreateSpanAnnotations: { input: [{ spanId: world.span, ...JUDGMENT }] },
    CreateTraceAnnotations: { input: [{ traceId: world.trace, ...JUDGMENT }] },
    CreateDocumentAnnotations: {
      input: [{ spanId: world.span, documentPosition: 0, ...JUDGMENT }],
    },
    CreateProjectSessionAnnotations: { input: { projectSessionId: world.session, name: 'mood' } },
    CreateSpanNote: { input: { spanId: world.span, note: 'Look!' } },
    CreateNotes: {
      spanId: world.span,
      traceId: world.trace,
      projectSessionId: world.session,
      note: 'Look!',
      annotatorKind: 'HUMAN',
      source: 'APP',
    },
    PatchAnnotations: {
      span: [{ annotationId: world.spanAnnotation, label: 'good' }],
      trace: [{ annotationId: world.traceAnnotation, score: null }],
      document: [{ annotationId: world.documentAnnotation, metadata: { a: 1 } }],
      session: { id: world.sessionAnnotation, name: 'mood', label: 'happy' },
    },
    DeleteAnnotations: {
      span: { annotationIds: [world.spanAnnotation] },
      trace: { annotationIds: [world.traceAnnotation] },
      document: { annotationIds: [world.documentAnnotation] },
      session: world.sessionAnnotation,
    },
    DeleteProjectAnnotations: {
      input: {
        projectId: world.project,
        annotationName: 'quality',
        timeRange: TIME_RANGE,
        timeRangeField: 'SOURCE_START_TIME',
      },
    },
  };
}
