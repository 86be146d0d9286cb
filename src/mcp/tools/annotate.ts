import { z } from 'zod';
import { BadRequestError } from '../../kernel/errors/errors.js';
import * as inputs from '../calls/inputs.js';
import { findIds } from '../calls/lookups.js';
import { type Call, defineTool } from '../calls/tool.js';
import { target, TARGETS } from './annotations.js';

const SPANS = `mutation ($input: [CreateSpanAnnotationInput!]!) {
  created: createSpanAnnotations(input: $input) { spanAnnotations { id } }
}`;

const TRACES = `mutation ($input: [CreateTraceAnnotationInput!]!) {
  created: createTraceAnnotations(input: $input) { traceAnnotations { id } }
}`;

const SESSION_HAS = `query ($id: ID!, $names: [String!]) {
  node(id: $id) {
    ... on ProjectSession {
      sessionAnnotations(filter: { include: { names: $names } }) { id name identifier source }
    }
  }
}`;

const CREATE_IN_SESSION = `mutation ($input: CreateProjectSessionAnnotationInput!) {
  createProjectSessionAnnotations(input: $input) { projectSessionAnnotation { id } }
}`;

const REPLACE_IN_SESSION = `mutation ($input: UpdateAnnotationInput!) {
  updateProjectSessionAnnotations(input: $input) { projectSessionAnnotation { id } }
}`;

/** An annotation to store, as all mutations take it. */
interface NewAnnotation {
  name: string;
  label: string | undefined;
  score: number | undefined;
  explanation: string | undefined;
  identifier: string;
  annotatorKind: 'LLM';
  source: 'API';
}

const annotation = z.strictObject({
  id: inputs.text(1_000).describe('The `id` of the span, trace or session.'),
  label: inputs.text(500).optional(),
  score: z.number().min(-1e12).max(1e12).optional(),
  explanation: inputs.text(10_000).optional().describe('Why, in a sentence.'),
});

export const ANNOTATE = defineTool({
  name: 'annotate',
  title: 'Annotate spans, traces or sessions',
  description:
    'Writes. Stores one annotation (a label, a score or an explanation) for each of several spans, ' +
    'traces or sessions. They are marked as made by a model. Replaces those with the same name and ' +
    'identifier, but never a judgment that a person made in the app. Notes go into `explanation`.',
  input: {
    target,
    name: inputs
      .text(500)
      .describe('What is judged, such as "correctness". See list_annotation_names.'),
    annotations: z.array(annotation).min(1).max(100),
    identifier: inputs
      .text(500)
      .default('mcp')
      .describe('Tells annotations with the same name apart. Keep the default unless asked.'),
  },
  effect: 'replaces',
  async run(input, call) {
    const { annotations } = input;
    if (input.name === 'note') {
      throw new BadRequestError(
        'The name "note" is reserved for people. Name what is judged, and put the note into `explanation`.',
      );
    }
    const empty = annotations.find(
      ({ label, score, explanation }) => (label ?? score ?? explanation) === undefined,
    );
    if (empty) {
      throw new BadRequestError(
        `The annotation of "${empty.id}" is empty. Give it a label, a score or an explanation.`,
      );
    }
    const ids = await findIds(
      call,
      TARGETS[input.target],
      annotations.map(({ id }) => id),
    );
    const twice = annotations.find((_, index) => ids.indexOf(ids[index]!) !== index);
    if (twice) {
      throw new BadRequestError(
        `"${twice.id}" occurs twice. Give each ${input.target} one annotation with this name.`,
      );
    }
    const toStore = annotations.map(({ label, score, explanation }): NewAnnotation => ({
      name: input.name,
      label,
      score,
      explanation,
      identifier: input.identifier,
      annotatorKind: 'LLM',
      source: 'API',
    }));
    await WRITERS[input.target](call, ids, toStore);
    return { stored: annotations.length, name: input.name, identifier: input.identifier };
  },
});

type Writer = (call: Call, ids: string[], annotations: NewAnnotation[]) => Promise<void>;

const WRITERS: Record<keyof typeof TARGETS, Writer> = {
  span: async ({ graphql }, ids, annotations) => {
    await graphql(SPANS, {
      input: annotations.map((one, index) => ({ ...one, spanId: ids[index] })),
    });
  },
  trace: async ({ graphql }, ids, annotations) => {
    await graphql(TRACES, {
      input: annotations.map((one, index) => ({ ...one, traceId: ids[index] })),
    });
  },
  session: async (call, ids, annotations) => {
    for (const [index, one] of annotations.entries()) await annotateSession(call, ids[index]!, one);
  },
};

/** Creates the annotation of a session, or replaces the one with the same name and identifier. */
async function annotateSession({ graphql }: Call, id: string, one: NewAnnotation): Promise<void> {
  const { node } = await graphql<{
    node: { sessionAnnotations: { id: string; identifier: string; source: string }[] };
  }>(SESSION_HAS, { id, names: [one.name] });
  const stored = node.sessionAnnotations.find(({ identifier }) => identifier === one.identifier);
  if (stored?.source === 'APP') {
    throw new BadRequestError(
      `A person made the annotation with the identifier "${one.identifier}". Use another identifier.`,
    );
  }
  await (stored
    ? graphql(REPLACE_IN_SESSION, { input: { ...one, id: stored.id } })
    : graphql(CREATE_IN_SESSION, { input: { ...one, projectSessionId: id } }));
}
