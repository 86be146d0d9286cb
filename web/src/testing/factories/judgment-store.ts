import * as api from '../../features/annotations/judge/judgment-mutations.js';
import {
  DocumentJudgmentsQuery,
  type Judgment,
  JudgmentsQuery,
} from '../../features/annotations/judge/judgments.js';
import { answer, type Answer } from '../answers.js';
import { aJudgment } from './judgments.js';

type Row = Omit<Judgment, '__typename'> & { documentPosition: number };

/** The annotation that a mutation sets. */
type Given = Partial<Pick<Row, 'label' | 'score' | 'explanation'>>;

/** Annotations by the ID of what they are about. */
export type StoredJudgments = Map<string, Row[]>;

/**
 * Answers what reads and changes annotations and notes, and keeps the changes in `stored`, as the
 * server does.
 */
export function keepJudgments(stored: StoredJudgments = new Map()): Answer[] {
  let count = 0;
  const of = (id: string) => stored.get(id) ?? [];
  const create = (id: string, given: Given & { name: string }, documentPosition = 0): Row => {
    count += 1;
    const { name, label = null, score = null, explanation = null } = given;
    const row = { ...aJudgment(), name, label, score, explanation, documentPosition };
    stored.set(id, [...of(id), { ...row, id: `new-${count}` }]);
    return { ...row, id: `new-${count}` };
  };
  const replace = (changed: (row: Row) => Row[]) => {
    for (const [id, rows] of stored) stored.set(id, rows.flatMap(changed));
  };
  const change = (id: string, given: Given): Row => {
    const { label = null, score = null, explanation = null } = given;
    replace((row) => [row.id === id ? { ...row, label, score, explanation } : row]);
    const found = [...stored.values()].flat().find((row) => row.id === id);
    if (!found) throw new Error(`There is no annotation ${id}.`);
    return found;
  };
  const remove = (id: string) => replace((row) => (row.id === id ? [] : [row]));
  const addNote = (id: string, note: string) => create(id, { name: 'note', explanation: note });

  const asSpan = (row: Row) => ({ ...row, __typename: 'SpanAnnotation' as const });
  const asTrace = (row: Row) => ({ ...row, __typename: 'TraceAnnotation' as const });
  const asSession = (row: Row) => ({ ...row, __typename: 'ProjectSessionAnnotation' as const });
  const asDocument = (row: Row) => ({ ...row, __typename: 'DocumentAnnotation' as const });
  return [
    answer(JudgmentsQuery, ({ id }) => ({
      node: { __typename: 'Span' as const, id, annotations: of(id).map(asSpan) },
    })),
    answer(DocumentJudgmentsQuery, ({ id }) => ({
      node: { __typename: 'Span' as const, id, annotations: of(id).map(asDocument), metrics: [] },
    })),
    answer(api.CreateSpanMutation, ({ input }) => ({
      answer: { rows: [asSpan(create(input.spanId, input))] },
    })),
    answer(api.CreateTraceMutation, ({ input }) => ({
      answer: { rows: [asTrace(create(input.traceId, input))] },
    })),
    answer(api.CreateDocumentMutation, ({ input }) => ({
      answer: { rows: [asDocument(create(input.spanId, input, input.documentPosition))] },
    })),
    answer(api.CreateSessionMutation, ({ input }) => ({
      answer: { row: asSession(create(input.projectSessionId, input)) },
    })),
    answer(api.PatchSpanMutation, ({ input }) => ({
      answer: { rows: [asSpan(change(input.annotationId, input))] },
    })),
    answer(api.PatchTraceMutation, ({ input }) => ({
      answer: { rows: [asTrace(change(input.annotationId, input))] },
    })),
    answer(api.PatchDocumentMutation, ({ input }) => ({
      answer: { rows: [asDocument(change(input.annotationId, input))] },
    })),
    answer(api.UpdateSessionMutation, ({ input }) => ({
      answer: { row: asSession(change(input.id, input)) },
    })),
    answer(api.DeleteSpanMutation, ({ id }) => {
      remove(id);
      return { deleteSpanAnnotations: { __typename: 'SpanAnnotationMutationPayload' } };
    }),
    answer(api.DeleteTraceMutation, ({ id }) => {
      remove(id);
      return { deleteTraceAnnotations: { __typename: 'TraceAnnotationMutationPayload' } };
    }),
    answer(api.DeleteDocumentMutation, ({ id }) => {
      remove(id);
      return { deleteDocumentAnnotations: { __typename: 'DocumentAnnotationMutationPayload' } };
    }),
    answer(api.DeleteSessionMutation, ({ id }) => {
      remove(id);
      return {
        deleteProjectSessionAnnotation: { __typename: 'ProjectSessionAnnotationMutationPayload' },
      };
    }),
    answer(api.AddSpanNoteMutation, ({ id, note }) => {
      addNote(id, note);
      return { createSpanNotes: { __typename: 'SpanAnnotationMutationPayload' } };
    }),
    answer(api.AddTraceNoteMutation, ({ id, note }) => {
      addNote(id, note);
      return { createTraceNotes: { __typename: 'TraceAnnotationMutationPayload' } };
    }),
    answer(api.AddSessionNoteMutation, ({ id, note }) => {
      addNote(id, note);
      return {
        createProjectSessionNotes: { __typename: 'ProjectSessionAnnotationMutationPayload' },
      };
    }),
    answer(api.DeleteSpanNoteMutation, ({ id }) => {
      remove(id);
      return { deleteSpanNotes: { __typename: 'SpanAnnotationMutationPayload' } };
    }),
    answer(api.DeleteTraceNoteMutation, ({ id }) => {
      remove(id);
      return { deleteTraceNotes: { __typename: 'TraceAnnotationMutationPayload' } };
    }),
    answer(api.DeleteSessionNoteMutation, ({ id }) => {
      remove(id);
      return {
        deleteProjectSessionNotes: { __typename: 'ProjectSessionAnnotationMutationPayload' },
      };
    }),
  ];
}
