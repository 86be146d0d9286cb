import { graphql } from '../../../graphql.js';
import { JudgmentFields } from './judgments.js';

export const CreateSpanMutation = graphql(
  `
    mutation JudgeSpan($input: CreateSpanAnnotationInput!) {
      answer: createSpanAnnotations(input: [$input]) {
        rows: spanAnnotations {
          ...JudgmentFields
        }
      }
    }
  `,
  [JudgmentFields],
);

export const CreateTraceMutation = graphql(
  `
    mutation JudgeTrace($input: CreateTraceAnnotationInput!) {
      answer: createTraceAnnotations(input: [$input]) {
        rows: traceAnnotations {
          ...JudgmentFields
        }
      }
    }
  `,
  [JudgmentFields],
);

export const CreateDocumentMutation = graphql(
  `
    mutation JudgeDocument($input: CreateDocumentAnnotationInput!) {
      answer: createDocumentAnnotations(input: [$input]) {
        rows: documentAnnotations {
          ...JudgmentFields
          documentPosition
        }
      }
    }
  `,
  [JudgmentFields],
);

export const CreateSessionMutation = graphql(
  `
    mutation JudgeSession($input: CreateProjectSessionAnnotationInput!) {
      answer: createProjectSessionAnnotations(input: $input) {
        row: projectSessionAnnotation {
          ...JudgmentFields
        }
      }
    }
  `,
  [JudgmentFields],
);

export const PatchSpanMutation = graphql(
  `
    mutation RejudgeSpan($input: PatchAnnotationInput!) {
      answer: patchSpanAnnotations(input: [$input]) {
        rows: spanAnnotations {
          ...JudgmentFields
        }
      }
    }
  `,
  [JudgmentFields],
);

export const PatchTraceMutation = graphql(
  `
    mutation RejudgeTrace($input: PatchAnnotationInput!) {
      answer: patchTraceAnnotations(input: [$input]) {
        rows: traceAnnotations {
          ...JudgmentFields
        }
      }
    }
  `,
  [JudgmentFields],
);

export const PatchDocumentMutation = graphql(
  `
    mutation RejudgeDocument($input: PatchAnnotationInput!) {
      answer: patchDocumentAnnotations(input: [$input]) {
        rows: documentAnnotations {
          ...JudgmentFields
          documentPosition
        }
      }
    }
  `,
  [JudgmentFields],
);

export const UpdateSessionMutation = graphql(
  `
    mutation RejudgeSession($input: UpdateAnnotationInput!) {
      answer: updateProjectSessionAnnotations(input: $input) {
        row: projectSessionAnnotation {
          ...JudgmentFields
        }
      }
    }
  `,
  [JudgmentFields],
);

export const DeleteSpanMutation = graphql(`
  mutation DeleteSpanJudgment($id: ID!) {
    deleteSpanAnnotations(input: { annotationIds: [$id] }) {
      __typename
    }
  }
`);

export const DeleteTraceMutation = graphql(`
  mutation DeleteTraceJudgment($id: ID!) {
    deleteTraceAnnotations(input: { annotationIds: [$id] }) {
      __typename
    }
  }
`);

export const DeleteDocumentMutation = graphql(`
  mutation DeleteDocumentJudgment($id: ID!) {
    deleteDocumentAnnotations(input: { annotationIds: [$id] }) {
      __typename
    }
  }
`);

export const DeleteSessionMutation = graphql(`
  mutation DeleteSessionJudgment($id: ID!) {
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
