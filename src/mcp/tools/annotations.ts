import { z } from 'zod';
import { compact, cut, takeFitting } from '../calls/answer.js';
import * as inputs from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import { ANNOTATION_FIELDS, presentAnnotation, type ShownAnnotation } from './shown-annotations.js';
import { defineTool } from '../calls/tool.js';

const NAMES = `query ($id: ID!) {
  node(id: $id) {
    ... on Project {
      spanAnnotationNameCounts { name count }
      traceAnnotationNameCounts { name count }
      sessionAnnotationNameCounts { name count }
      annotationConfigs(first: 100) {
        edges {
          node {
            ... on CategoricalAnnotationConfig {
              name description annotationType optimizationDirection values { label score }
            }
            ... on ContinuousAnnotationConfig {
              name description annotationType optimizationDirection lowerBound upperBound
            }
            ... on FreeformAnnotationConfig { name description annotationType }
          }
        }
      }
    }
  }
}`;

interface NameCount {
  name: string;
  count: number;
}

interface Config {
  name: string;
  description: string | null;
  annotationType: string;
  optimizationDirection?: string | null;
  values?: { label: string; score: number | null }[];
  lowerBound?: number | null;
  upperBound?: number | null;
}

interface Names {
  spanAnnotationNameCounts: NameCount[];
  traceAnnotationNameCounts: NameCount[];
  sessionAnnotationNameCounts: NameCount[];
  annotationConfigs: { edges: { node: Config }[] };
}

const LIST = `query ($id: ID!) {
  node(id: $id) {
    ... on Span { annotations: spanAnnotations { ${ANNOTATION_FIELDS} createdAt user { username } } }
    ... on Trace { annotations: traceAnnotations { ${ANNOTATION_FIELDS} createdAt user { username } } }
    ... on ProjectSession {
      annotations: sessionAnnotations { ${ANNOTATION_FIELDS} createdAt user { username } }
    }
  }
}`;

interface ListedAnnotation extends ShownAnnotation {
  createdAt: string;
  user: { username: string } | null;
}

const NAME_CHARACTERS = 200;
const NAMES_SHOWN = 50;

/** The kinds of targets of annotations, and the types of their global IDs. */
export const TARGETS = { span: 'Span', trace: 'Trace', session: 'ProjectSession' } as const;

export const target = z.enum(Object.keys(TARGETS) as [keyof typeof TARGETS]);

export const ANNOTATION_TOOLS = [
  defineTool({
    name: 'list_annotation_names',
    title: 'List annotation names',
    description:
      'Lists the names of the annotations (labels, scores and comments) in a project, how often each ' +
      'occurs, and the labels and bounds that the team agreed on. Look here before you annotate, so ' +
      'that you use the same names and labels.',
    input: { project: inputs.project },
    async run(input, call) {
      const id = await findId(call, 'Project', input.project);
      const { node } = await call.graphql<{ node: Names }>(NAMES, { id });
      return {
        spans: node.spanAnnotationNameCounts.slice(0, NAMES_SHOWN).map(presentCount),
        traces: node.traceAnnotationNameCounts.slice(0, NAMES_SHOWN).map(presentCount),
        sessions: node.sessionAnnotationNameCounts.slice(0, NAMES_SHOWN).map(presentCount),
        agreed: node.annotationConfigs.edges
          .slice(0, NAMES_SHOWN)
          .map((edge) => presentConfig(edge.node)),
      };
    },
  }),
  defineTool({
    name: 'list_annotations',
    title: 'List annotations',
    description:
      'Lists the annotations of one span, trace or session, oldest first, with who made them and ' +
      'when. Use list_annotation_names for what a project has.',
    input: {
      target,
      id: inputs
        .text(1_000)
        .describe('The `id` of the span, trace or session, or its sender’s ID.'),
      offset: z.int().min(0).max(100_000).default(0).describe('How many annotations to skip.'),
    },
    async run(input, call) {
      const id = await findId(call, TARGETS[input.target], input.id);
      const { node } = await call.graphql<{ node: { annotations: ListedAnnotation[] } }>(LIST, {
        id,
      });
      const items = takeFitting(
        node.annotations.slice(input.offset).map((annotation) =>
          compact({
            ...presentAnnotation(annotation),
            created_at: annotation.createdAt,
            user: annotation.user && cut(annotation.user.username, NAME_CHARACTERS),
          }),
        ),
      );
      const next = input.offset + items.length;
      return { items, next_offset: next < node.annotations.length ? next : null };
    },
  }),
];

function presentCount({ name, count }: NameCount) {
  return { name: cut(name, NAME_CHARACTERS), count };
}

function presentConfig(config: Config) {
  return compact({
    name: cut(config.name, NAME_CHARACTERS),
    type: config.annotationType,
    description: config.description && cut(config.description, NAME_CHARACTERS),
    labels: config.values
      ?.slice(0, NAMES_SHOWN)
      .map(({ label, score }) => compact({ label: cut(label, NAME_CHARACTERS), score })),
    lower_bound: config.lowerBound,
    upper_bound: config.upperBound,
    better: config.optimizationDirection,
  });
}
