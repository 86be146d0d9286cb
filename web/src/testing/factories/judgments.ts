import {
  type ConfigRow,
  ConfigsQuery,
  ProjectConfigsQuery,
} from '../../features/annotations/configs/api/annotation-configs.js';
import { type Judgment, JudgmentsQuery } from '../../features/annotations/judge/judgments.js';
import { aConnection, answer, type Answer } from '../answers.js';
import { PROJECT } from './project-scope.js';
import { ADA } from './users.js';

type Kind<Name> = Extract<ConfigRow, { __typename: Name }>;
type SpanJudgment = Extract<Judgment, { __typename: 'SpanAnnotation' }>;
type TraceJudgment = Extract<Judgment, { __typename: 'TraceAnnotation' }>;

const TIME = '2026-02-03T04:05:06.000000Z';

const UNUSED: Omit<ConfigRow, '__typename' | 'id' | 'name'> = {
  description: null,
  optimizationDirection: 'MAXIMIZE',
  createdAt: TIME,
  projectCount: 0,
  projects: { edges: [] },
};

/** A config with the labels `good` and `bad`. */
export function aLabelConfig(
  part: Partial<Kind<'CategoricalAnnotationConfig'>> = {},
): Kind<'CategoricalAnnotationConfig'> {
  return {
    ...UNUSED,
    __typename: 'CategoricalAnnotationConfig',
    id: 'config-1',
    name: 'quality',
    values: [
      { label: 'good', score: 1 },
      { label: 'bad', score: 0 },
    ],
    ...part,
  };
}

/** A config with scores from 0 to 10. */
export function aScoreConfig(
  part: Partial<Kind<'ContinuousAnnotationConfig'>> = {},
): Kind<'ContinuousAnnotationConfig'> {
  return {
    ...UNUSED,
    __typename: 'ContinuousAnnotationConfig',
    id: 'config-2',
    name: 'helpfulness',
    lowerBound: 0,
    upperBound: 10,
    ...part,
  };
}

/** A config for texts. */
export function aTextConfig(
  part: Partial<Kind<'FreeformAnnotationConfig'>> = {},
): Kind<'FreeformAnnotationConfig'> {
  return {
    ...UNUSED,
    __typename: 'FreeformAnnotationConfig',
    id: 'config-3',
    name: 'advice',
    lowerBound: null,
    upperBound: null,
    threshold: null,
    ...part,
  };
}

/** Answers with all configs of the server. */
export const listConfigs = (...configs: ConfigRow[]): Answer =>
  answer(ConfigsQuery, { annotationConfigs: aConnection(configs) });

/** Answers with the configs of the project. */
export const useConfigs = (...configs: ConfigRow[]): Answer =>
  answer(ProjectConfigsQuery, {
    node: { ...PROJECT, annotationConfigs: aConnection(configs) },
  });

/** An annotation that the viewer of the page gave a span in the app. */
export function aJudgment(part: Partial<SpanJudgment> = {}): SpanJudgment {
  return {
    __typename: 'SpanAnnotation',
    id: 'annotation-1',
    name: 'quality',
    annotatorKind: 'HUMAN',
    label: 'good',
    score: 1,
    explanation: null,
    identifier: `app:${ADA.id}`,
    metadata: {},
    source: 'APP',
    createdAt: TIME,
    updatedAt: TIME,
    user: ADA,
    ...part,
  };
}

/** The same of a trace. */
export function aTraceJudgment(part: Partial<TraceJudgment> = {}): TraceJudgment {
  return { ...aJudgment(), __typename: 'TraceAnnotation', ...part };
}

/** Answers with the annotations and notes of whatever span is asked for. */
export const judged = (...annotations: SpanJudgment[]): Answer =>
  answer(JudgmentsQuery, ({ id }) => ({ node: { __typename: 'Span' as const, id, annotations } }));

/** Answers with the annotations and notes of whatever trace is asked for. */
export const judgedTrace = (...annotations: TraceJudgment[]): Answer =>
  answer(JudgmentsQuery, ({ id }) => ({ node: { __typename: 'Trace' as const, id, annotations } }));
