import { graphql, type ResultOf } from '../../../graphql.js';

const JudgmentFields = graphql(`
  fragment JudgmentFields on Annotation @_unmask {
    __typename
    id
    name
    annotatorKind
    label
    score
    explanation
    metadata
    source
    updatedAt
    user {
      id
      username
    }
  }
`);

/** One annotation or note of a target. */
export type Judgment = ResultOf<typeof JudgmentFields>;

export const JudgmentsQuery = graphql(
  `
    query Judgments($id: ID!) {
      node(id: $id) {
        __typename
        ... on Span {
          id
          annotations: spanAnnotations {
            ...JudgmentFields
          }
        }
        ... on Trace {
          id
          annotations: traceAnnotations {
            ...JudgmentFields
          }
        }
        ... on ProjectSession {
          id
          annotations: sessionAnnotations {
            ...JudgmentFields
          }
        }
      }
    }
  `,
  [JudgmentFields],
);

export const TraceTargetsQuery = graphql(`
  query JudgedTrace($traceId: String!) {
    getTraceByOtelId(traceId: $traceId) {
      id
      projectSessionId
      rootSpan {
        id
      }
    }
  }
`);

export const SaveSpanMutation = graphql(`
  mutation JudgeSpan($input: CreateSpanAnnotationInput!) {
    createSpanAnnotations(input: [$input]) {
      __typename
    }
  }
`);

export const SaveTraceMutation = graphql(`
  mutation JudgeTrace($input: CreateTraceAnnotationInput!) {
    createTraceAnnotations(input: [$input]) {
      __typename
    }
  }
`);

export const CreateSessionMutation = graphql(`
  mutation JudgeSession($input: CreateProjectSessionAnnotationInput!) {
    createProjectSessionAnnotations(input: $input) {
      __typename
    }
  }
`);

export const UpdateSessionMutation = graphql(`
  mutation RejudgeSession($input: UpdateAnnotationInput!) {
    updateProjectSessionAnnotations(input: $input) {
      __typename
    }
  }
`);

export const DeleteSpanMutation = graphql(`
  mutation UnjudgeSpan($id: ID!) {
    deleteSpanAnnotations(input: { annotationIds: [$id] }) {
      __typename
    }
  }
`);

export const DeleteTraceMutation = graphql(`
  mutation UnjudgeTrace($id: ID!) {
    deleteTraceAnnotations(input: { annotationIds: [$id] }) {
      __typename
    }
  }
`);

export const DeleteSessionMutation = graphql(`
  mutation UnjudgeSession($id: ID!) {
    deleteProjectSessionAnnotation(id: $id) {
      __typename
    }
  }
`);

export const AddSpanNoteMutation = graphql(`
  mutation NoteSpan($id: ID!, $note: String!) {
    createSpanNotes(input: [{ spanId: $id, note: $note }]) {
      __typename
    }
  }
`);

export const AddTraceNoteMutation = graphql(`
  mutation NoteTrace($id: ID!, $note: String!) {
    createTraceNotes(input: [{ traceId: $id, note: $note }]) {
      __typename
    }
  }
`);

export const AddSessionNoteMutation = graphql(`
  mutation NoteSession($id: ID!, $note: String!) {
    createProjectSessionNotes(input: [{ projectSessionId: $id, note: $note }]) {
      __typename
    }
  }
`);

export const DeleteSpanNoteMutation = graphql(`
  mutation DeleteSpanNote($id: ID!) {
    deleteSpanNotes(input: { annotationIds: [$id] }) {
      __typename
    }
  }
`);

export const DeleteTraceNoteMutation = graphql(`
  mutation DeleteTraceNote($id: ID!) {
    deleteTraceNotes(input: { annotationIds: [$id] }) {
      __typename
    }
  }
`);

export const DeleteSessionNoteMutation = graphql(`
  mutation DeleteSessionNote($id: ID!) {
    deleteProjectSessionNotes(input: { annotationIds: [$id] }) {
      __typename
    }
  }
`);
