import { SCORES, SHARES } from '../../../components/charts/chart-series.js';
import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';
import { quote } from '../../../lib/filter-language/write-condition.js';
import { getSeriesColor } from '../../../lib/theme/palette.js';
import type { ProjectTab } from '../tabs.js';
import {
  defineSeries,
  type SeriesData,
  type SeriesDefinition,
  toSeries,
} from './series-definition.js';

/** What annotations are about: spans, traces or sessions, like the lists. */
export const ANNOTATED = {
  spans: { noun: 'spans', language: 'annotations' },
  traces: { noun: 'traces', language: 'trace_annotations' },
  sessions: { noun: 'sessions', language: 'session_annotations' },
} as const;

const ScoreFields = graphql(`
  fragment ScoreFields on AnnotationScoreTimeSeries @_unmask {
    names
    data {
      timestamp
      scoresWithLabels {
        label
        score
      }
    }
  }
`);

function readScores({ names, data }: ResultOf<typeof ScoreFields>): SeriesData {
  return toSeries(
    data,
    names.map((name, index) => ({
      key: name,
      label: name,
      color: getSeriesColor(index),
      read: (bin) => bin.scoresWithLabels.find(({ label }) => label === name)?.score ?? null,
    })),
  );
}

const SPAN_SCORES = graphql(
  `
    query MetricsSpanScores(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          scores: spanAnnotationScoreTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) {
            ...ScoreFields
          }
        }
      }
    }
  `,
  [ScoreFields],
);

const TRACE_SCORES = graphql(
  `
    query MetricsTraceScores(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          scores: traceAnnotationScoreTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) {
            ...ScoreFields
          }
        }
      }
    }
  `,
  [ScoreFields],
);

const SESSION_SCORES = graphql(
  `
    query MetricsSessionScores($id: ID!, $timeRange: TimeRange!, $timeBinConfig: TimeBinConfig!) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          scores: sessionAnnotationScoreTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
          ) {
            ...ScoreFields
          }
        }
      }
    }
  `,
  [ScoreFields],
);

const describeScores = (tab: ProjectTab) => ({
  title: `Mean scores of ${ANNOTATED[tab].noun}`,
  kind: 'lines' as const,
  format: SCORES,
  empty: `No ${ANNOTATED[tab].noun} with scores in this range.`,
  target: { tab },
  filterOf: (name: string) => `${ANNOTATED[tab].language}[${quote(name)}].score is not None`,
});

/** The mean scores of each name over time. */
export const SCORES_OF_SPANS = defineSeries({
  ...describeScores('spans'),
  document: SPAN_SCORES,
  read: ({ scores }) => readScores(scores),
});
export const SCORES_OF_TRACES = defineSeries({
  ...describeScores('traces'),
  document: TRACE_SCORES,
  read: ({ scores }) => readScores(scores),
});
export const SCORES_OF_SESSIONS = defineSeries({
  ...describeScores('sessions'),
  document: SESSION_SCORES,
  read: ({ scores }) => readScores(scores),
});

export const MetricNamesQuery = graphql(`
  query MetricsNames($id: ID!, $timeRange: TimeRange!, $traceFilterCondition: String) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        spans: spanAnnotationMetricNames(
          timeRange: $timeRange
          traceFilterCondition: $traceFilterCondition
        )
        traces: traceAnnotationMetricNames(
          timeRange: $timeRange
          traceFilterCondition: $traceFilterCondition
        )
        sessions: sessionAnnotationMetricNames(timeRange: $timeRange)
      }
    }
  }
`);

const LabelFields = graphql(`
  fragment LabelFields on AnnotationMetricsTimeSeries @_unmask {
    data {
      timestamp
      annotationSummaries {
        meanScore
        labelFractions {
          label
          fraction
        }
      }
    }
  }
`);

export const LabelsQuery = graphql(
  `
    query MetricsLabels(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
      $annotationName: String!
      $ofSpans: Boolean!
      $ofTraces: Boolean!
      $ofSessions: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spans: spanAnnotationMetricsTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
            annotationName: $annotationName
          ) @include(if: $ofSpans) {
            ...LabelFields
          }
          traces: traceAnnotationMetricsTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
            annotationName: $annotationName
          ) @include(if: $ofTraces) {
            ...LabelFields
          }
          sessions: sessionAnnotationMetricsTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            annotationName: $annotationName
          ) @include(if: $ofSessions) {
            ...LabelFields
          }
        }
      }
    }
  `,
  [LabelFields],
);

type Labels = ResultOf<typeof LabelFields>;
type LabelsAnswer = ResultOf<typeof LabelsQuery>;
type LabelsVariables = VariablesOf<typeof LabelsQuery>;

/** One annotation over time: the shares of its labels, or its mean score if it has none. */
export function defineAnnotation(
  tab: ProjectTab,
  name: string,
): SeriesDefinition<LabelsAnswer, LabelsVariables> {
  const annotation = `${ANNOTATED[tab].language}[${quote(name)}]`;
  return {
    title: name,
    note: ANNOTATED[tab].noun,
    kind: 'bars',
    format: SHARES,
    document: LabelsQuery,
    toVariables: (common) => ({
      ...common,
      annotationName: name,
      ofSpans: tab === 'spans',
      ofTraces: tab === 'traces',
      ofSessions: tab === 'sessions',
    }),
    read: (project) => readAnnotation(project[tab]?.data ?? []),
    empty: 'No annotations in this range.',
    target: { tab, filter: annotation },
    filterOf: (label) => (label === SCORE ? undefined : `${annotation}.label == ${quote(label)}`),
  };
}

const SCORE = 'score\n';

/** Labels that come later share the last color. */
const COLORS = 6;

/** Draws the labels as parts of bars, or else the scores as a line. */
export function readAnnotation(points: Labels['data']): SeriesData {
  const labels = readLabels(points);
  return labels.series.length === 0 ? readMeanScore(points) : labels;
}

/** Draws the mean score as a line. */
export function readMeanScore(points: Labels['data']): SeriesData {
  const scores = toSeries(points, [
    {
      key: SCORE,
      label: 'Mean score',
      color: getSeriesColor(0),
      read: ({ annotationSummaries: [summary] }) => summary?.meanScore ?? null,
    },
  ]);
  return { ...scores, kind: 'lines', format: SCORES };
}

/** Draws the labels as parts of bars. */
export function readLabels(points: Labels['data']): SeriesData {
  const labels = new Set(
    points.flatMap(({ annotationSummaries: [summary] }) =>
      (summary?.labelFractions ?? []).map(({ label }) => label),
    ),
  );
  return toSeries(
    points,
    [...labels].toSorted().map((label, index) => ({
      key: label,
      label,
      color: getSeriesColor(Math.min(index, COLORS - 1)),
      read: ({ annotationSummaries: [summary] }) =>
        summary?.labelFractions.find((one) => one.label === label)?.fraction ?? null,
    })),
  );
}
