import {
  AnnotationScalesQuery,
  type Scale,
} from '../../components/annotations/use-annotation-scales.js';
import { AnnotationSummariesQuery } from '../../features/project/api/annotation-summaries.js';
import { CheckConditionQuery, VocabularyQuery } from '../../features/project/api/conditions.js';
import { ProjectCostQuery } from '../../features/project/api/project-cost.js';
import {
  type ProjectFrame,
  ProjectFrameQuery,
  ProjectUpdatedQuery,
} from '../../features/project/api/project-frame.js';
import { ProjectSummaryQuery } from '../../features/project/api/project-summary.js';
import { TimeSeriesQuery } from '../../features/project/histogram/time-series-query.js';
import { answer, type Answer, keepWaiting } from '../answers.js';
import { toPoints } from './charts.js';
import { PROJECT } from './project-scope.js';

const VALID = {
  isValid: true,
  errorMessage: null,
  position: null,
  suggestion: null,
  warnings: [],
};
const NO_COUNTS = {
  data: toPoints({}, { okCount: 0, errorCount: 0, unsetCount: 0, totalCount: 0 }),
};

/**
 * Answers what the frame of every page of a project asks: the project is `support`, with traces. The
 * figures in the frame keep loading.
 */
export const projectFrame = (part: Partial<ProjectFrame> = {}): Answer[] => [
  answer(ProjectFrameQuery, {
    node: {
      ...PROJECT,
      name: 'support',
      description: null,
      gradientStartColor: '#aabbcc',
      gradientEndColor: '#ddeeff',
      hasTraces: true,
      isPrivate: false,
      viewerRole: 'MEMBER',
      sampling: { isEnabled: false },
      ingestionErrors: { edges: [] },
      ...part,
    },
  }),
  answer(ProjectUpdatedQuery, { node: { id: PROJECT.id, streamingLastUpdatedAt: null } }),
  keepWaiting(ProjectSummaryQuery),
  keepWaiting(ProjectCostQuery),
];

/** Answers what fields for conditions ask: everything is valid. */
export const CONDITION_FIELDS: readonly Answer[] = [
  answer(VocabularyQuery, ({ ofSpans, ofTraces, ofSessions }) => ({
    node: {
      ...PROJECT,
      ...(ofSpans ? { spanFilterVocabulary: [] } : {}),
      ...(ofTraces ? { traceFilterVocabulary: [] } : {}),
      ...(ofSessions ? { sessionFilterVocabulary: [] } : {}),
    },
  })),
  answer(CheckConditionQuery, ({ ofSpans, ofTraces, ofSessions }) => ({
    node: {
      ...PROJECT,
      ...(ofSpans ? { validateSpanFilterCondition: VALID } : {}),
      ...(ofTraces ? { validateTraceFilterCondition: VALID } : {}),
      ...(ofSessions ? { validateSessionFilterCondition: VALID } : {}),
    },
  })),
];

/** Answers which values of annotations are good: as these scales say. */
export const showScales = (...annotationScales: Scale[]): Answer =>
  answer(AnnotationScalesQuery, {
    node: { ...PROJECT, annotationScales },
  });

/** Answers what the page of a list asks besides its rows. */
export function listFrame(): Answer[] {
  return [
    ...projectFrame({ viewerRole: 'MANAGER' }),
    ...CONDITION_FIELDS,
    answer(AnnotationSummariesQuery, {
      node: {
        ...PROJECT,
        spanAnnotationNames: [],
        traceAnnotationNames: [],
        sessionAnnotationNames: [],
        spanAnnotationSummaries: [],
        traceAnnotationSummaries: [],
        sessionAnnotationSummaries: [],
      },
    }),
    showScales(),
    answer(TimeSeriesQuery, {
      node: {
        ...PROJECT,
        spans_count: NO_COUNTS,
        traces_count: NO_COUNTS,
        sessions_count: NO_COUNTS,
      },
    }),
  ];
}
