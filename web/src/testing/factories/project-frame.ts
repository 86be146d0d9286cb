import { AnnotationScalesQuery } from '../../components/annotations/use-annotation-scales.js';
import { AnnotationSummariesQuery } from '../../features/project/api/annotation-summaries.js';
import { CheckConditionQuery, VocabularyQuery } from '../../features/project/api/conditions.js';
import { ProjectCostQuery } from '../../features/project/api/project-cost.js';
import {
  ProjectFrameQuery,
  ProjectUpdatedQuery,
} from '../../features/project/api/project-frame.js';
import {
  type ProjectSummary,
  ProjectSummaryQuery,
} from '../../features/project/api/project-summary.js';
import { TimeSeriesQuery } from '../../features/project/histogram/use-histogram.js';
import { answer, type Answer } from '../answers.js';
import { toPoints } from './charts.js';
import { PROJECT_ID } from './project-scope.js';

const PROJECT = { __typename: 'Project', id: PROJECT_ID } as const;
const NO_COST = { tokens: 0, cost: 0 };
const VALID = { isValid: true, errorMessage: null, warnings: [] };
const NO_COUNTS = {
  data: toPoints({}, { okCount: 0, errorCount: 0, unsetCount: 0, totalCount: 0 }),
};

/** Answers what the frame of every page of a project asks for, with these figures. */
export function projectFrame(summary: Partial<ProjectSummary> = {}): Answer[] {
  return [
    answer(ProjectFrameQuery, {
      node: {
        ...PROJECT,
        name: 'support',
        description: null,
        gradientStartColor: '#aabbcc',
        gradientEndColor: '#ddeeff',
        hasTraces: true,
        isPrivate: false,
        viewerRole: 'MANAGER',
        sampling: { isEnabled: false },
        ingestionErrors: { edges: [] },
      },
    }),
    answer(ProjectUpdatedQuery, { node: { id: PROJECT_ID, streamingLastUpdatedAt: null } }),
    answer(ProjectSummaryQuery, {
      node: {
        ...PROJECT,
        traceCount: 0,
        errorCount: 0,
        recordCount: 0,
        sessionCount: 0,
        tokenCountTotal: 0,
        tokenCountPrompt: 0,
        tokenCountCompletion: 0,
        latencyMsP50: null,
        latencyMsP99: null,
        ...summary,
      },
    }),
    answer(ProjectCostQuery, {
      node: {
        ...PROJECT,
        costSummary: { total: NO_COST, prompt: NO_COST, completion: NO_COST },
      },
    }),
  ];
}

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

/** Answers what the frame of a list asks for, with these figures. */
export function listFrame(summary: Partial<ProjectSummary> = {}): Answer[] {
  return [
    ...projectFrame(summary),
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
    answer(AnnotationScalesQuery, { annotationConfigs: { edges: [] } }),
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
