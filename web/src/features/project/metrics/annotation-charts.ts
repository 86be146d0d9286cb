import { SCORES, SHARES } from '../../../lib/format/measures.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { quote } from '../../../lib/filter-language/write-condition.js';
import { getSeriesColor } from '../../../lib/theme/palette.js';
import type { ProjectTab } from '../tabs.js';
import {
  defineSeries,
  selectTab,
  type SeriesData,
  type SeriesDefinition,
  toSeries,
} from '../charts/chart-definition.js';

/** The kind of rows with annotations: spans, traces or sessions, like the lists. */
const ANNOTATED = {
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

export const ScoresQuery = graphql(
  `
    query MetricsScores(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
      $ofSpans: Boolean!
      $ofTraces: Boolean!
      $ofSessions: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spans: spanAnnotationScoreTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) @include(if: $ofSpans) {
            ...ScoreFields
          }
          traces: traceAnnotationScoreTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) @include(if: $ofTraces) {
            ...ScoreFields
          }
          sessions: sessionAnnotationScoreTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
          ) @include(if: $ofSessions) {
            ...ScoreFields
          }
        }
      }
    }
  `,
  [ScoreFields],
);

/** Defines a chart of the mean scores of each name over time. */
export function defineScores(tab: ProjectTab) {
  const { noun, language } = ANNOTATED[tab];
  return defineSeries({
    title: `Mean scores of ${noun}`,
    kind: 'lines',
    format: SCORES,
    document: ScoresQuery,
    toVariables: (common) => ({ ...common, ...selectTab(tab) }),
    read: (project) => {
      const { names = [], data = [] } = project[tab] ?? {};
      return toSeries(
        data,
        names.map((name, index) => ({
          key: name,
          label: name,
          color: getSeriesColor(index),
          read: (bin) => bin.scoresWithLabels.find(({ label }) => label === name)?.score ?? null,
        })),
      );
    },
    empty: `No ${noun} with scores in this range.`,
    target: { tab },
    filterOf: (name) => `${language}[${quote(name)}].score is not None`,
  });
}

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

type Labels = ResultOf<typeof LabelFields>['data'];

/** Defines a chart of one annotation over time: the shares of its labels, or its mean score if it has none. */
export function defineAnnotation(tab: ProjectTab, name: string) {
  return defineHistory(tab, name, {
    title: name,
    note: ANNOTATED[tab].noun,
    read: readAnnotation,
    empty: 'No annotations in this range.',
  });
}

/** Defines the charts of the mean score and of the labels of one annotation over time. */
export function defineScoreAndLabels(tab: ProjectTab, name: string): SeriesDefinition[] {
  return [
    defineHistory(tab, name, {
      title: 'Mean score',
      read: readMeanScore,
      empty: 'No scores in this range.',
    }),
    defineHistory(tab, name, {
      title: 'Labels',
      read: readLabels,
      empty: 'No labels in this range.',
    }),
  ];
}

interface History {
  title: string;
  note?: string;
  read: (points: Labels) => SeriesData;
  empty: string;
}

function defineHistory(tab: ProjectTab, name: string, { read, ...chart }: History) {
  const annotation = `${ANNOTATED[tab].language}[${quote(name)}]`;
  return defineSeries({
    ...chart,
    kind: 'bars',
    format: SHARES,
    document: LabelsQuery,
    toVariables: (common) => ({ ...common, annotationName: name, ...selectTab(tab) }),
    read: (project) => read(project[tab]?.data ?? []),
    target: { tab, filter: annotation },
    filterOf: (label) => (label === SCORE ? undefined : `${annotation}.label == ${quote(label)}`),
  });
}

const SCORE = 'score\n';

/** Labels that come later share the last color. */
const COLORS = 6;

/** Draws the labels as parts of bars, or else the scores as a line. */
export function readAnnotation(points: Labels): SeriesData {
  const labels = readLabels(points);
  return labels.series.length === 0 ? readMeanScore(points) : labels;
}

/** Draws the mean score as a line. */
function readMeanScore(points: Labels): SeriesData {
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
function readLabels(points: Labels): SeriesData {
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
