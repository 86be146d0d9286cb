import { describeUnpriced } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { quote } from '../../../lib/filter-language/write-condition.js';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatPlural,
} from '../../../lib/format/numbers.js';
import { formatRelative } from '../../../lib/time/time.js';
import { selectError, selectTool } from './conditions.js';
import { defineRanking, overRange, type RankedItem } from '../charts/chart-definition.js';

/** How many rows a ranking has. */
export const FIRST = 10;

const NamedLatencyFields = graphql(`
  fragment NamedLatencyFields on NamedLatency @_unmask {
    name
    spanCount
    errorCount
    p50
    p95
    p99
  }
`);

export const SlowestQuery = graphql(
  `
    query MetricsSlowest(
      $id: ID!
      $timeRange: TimeRange!
      $traceFilterCondition: String
      $ofTools: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spans: latencyBySpanName(
            timeRange: $timeRange
            traceFilterCondition: $traceFilterCondition
          ) @skip(if: $ofTools) {
            ...NamedLatencyFields
          }
          tools: latencyByTool(timeRange: $timeRange, traceFilterCondition: $traceFilterCondition)
            @include(if: $ofTools) {
            ...NamedLatencyFields
          }
        }
      }
    }
  `,
  [NamedLatencyFields],
);

function rankLatency(row: ResultOf<typeof NamedLatencyFields>, filter: string): RankedItem {
  const { name, spanCount, errorCount, p50, p95, p99 } = row;
  const failures = errorCount > 0 ? `, ${formatCount(errorCount)} failed` : '';
  return {
    key: name,
    name,
    value: p95,
    text: formatDuration(p95),
    note: `p50 ${formatDuration(p50)} · p99 ${formatDuration(p99)} · ${formatPlural(spanCount, 'span')}${failures}`,
    target: { tab: 'spans', filter, sort: '-latencyMs' },
  };
}

export const SLOWEST_SPANS = defineRanking({
  title: 'Slowest spans by name',
  note: '95th percentile',
  document: SlowestQuery,
  toVariables: (common) => ({ ...overRange(common), ofTools: false }),
  read: ({ spans = [] }) => ({
    items: spans.map((row) => rankLatency(row, `name == ${quote(row.name)}`)),
  }),
  empty: 'No spans in this range.',
  target: { tab: 'spans', sort: '-latencyMs' },
});

export const SLOWEST_TOOLS = defineRanking({
  title: 'Slowest tools',
  note: '95th percentile',
  document: SlowestQuery,
  toVariables: (common) => ({ ...overRange(common), ofTools: true }),
  read: ({ tools = [] }) => ({ items: tools.map((row) => rankLatency(row, selectTool(row.name))) }),
  empty: 'No tool calls in this range.',
  target: { tab: 'spans', filter: "span_kind == 'TOOL'", sort: '-latencyMs' },
});

export const ERRORS = defineRanking({
  title: 'Errors by message',
  note: '# stands for numbers and IDs',
  document: graphql(`
    query MetricsErrors($id: ID!, $timeRange: TimeRange!, $traceFilterCondition: String) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          rows: errorsByMessage(
            timeRange: $timeRange
            traceFilterCondition: $traceFilterCondition
          ) {
            message
            spanCount
            lastTime
          }
        }
      }
    }
  `),
  toVariables: overRange,
  read: ({ rows }) => ({
    items: rows.map(({ message, spanCount, lastTime }) => ({
      key: message,
      name: message === '' ? 'No message' : message,
      value: spanCount,
      text: formatPlural(spanCount, 'span'),
      note: `last ${formatRelative(lastTime)}`,
      target: { tab: 'spans', filter: selectError(message) },
    })),
  }),
  empty: 'No span failed in this range.',
  target: { tab: 'spans', filter: "status_code == 'ERROR'" },
});

export const TOOL_DECISIONS = defineRanking({
  title: 'Decisions about tools',
  note: 'by people and settings',
  document: graphql(`
    query MetricsToolDecisions($id: ID!, $timeRange: TimeRange!, $traceFilterCondition: String) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          rows: toolDecisions(timeRange: $timeRange, traceFilterCondition: $traceFilterCondition) {
            tool
            acceptedCount
            rejectedCount
          }
        }
      }
    }
  `),
  toVariables: overRange,
  read: ({ rows }) => ({
    items: rows.map(({ tool, acceptedCount, rejectedCount }) => ({
      key: tool,
      name: tool,
      value: acceptedCount + rejectedCount,
      text: `${formatCount(acceptedCount)} accepted`,
      note: `${formatCount(rejectedCount)} rejected`,
      target: {
        tab: 'spans',
        filter: `span_kind == 'DECISION' and attributes['tool']['name'] == ${quote(tool)}`,
      },
    })),
  }),
  empty: 'No decisions in this range.',
  target: { tab: 'spans', filter: "span_kind == 'DECISION'" },
});

/** The values by which users and models are sorted, and the calls that their cost leaves out. */
export const SumFields = graphql(`
  fragment SumFields on SpanCostSummary @_unmask {
    total {
      tokens
      cost
    }
    spanCount
    unpricedSpanCount
  }
`);

type Sums = ResultOf<typeof SumFields>;

export const TOP_USERS = defineRanking({
  title: 'Top users',
  document: graphql(
    `
      query MetricsTopUsers($id: ID!, $timeRange: TimeRange!, $traceFilterCondition: String) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            rows: topUsers(timeRange: $timeRange, traceFilterCondition: $traceFilterCondition) {
              userId
              traceCount
              errorCount
              costSummary {
                ...SumFields
              }
            }
          }
        }
      }
    `,
    [SumFields],
  ),
  toVariables: overRange,
  read: ({ rows }) => {
    const sizeOf = chooseSize(rows.map(({ costSummary }) => costSummary));
    const items = rows.map(({ userId, traceCount, errorCount, costSummary }) => ({
      key: userId,
      name: userId,
      ...sizeOf(costSummary, traceCount),
      note: [
        `${formatPlural(traceCount, 'trace')}, ${formatCount(errorCount)} failed`,
        describeUnpriced(costSummary) ?? [],
      ]
        .flat()
        .join(' · '),
      target: { tab: 'traces' as const, filter: `user.id == ${quote(userId)}` },
    }));
    return { items };
  },
  empty: 'No users in this range. Send a user.id with your spans to see who they are.',
  target: { tab: 'traces', filter: 'user.id is not None' },
});

/** Users are sorted by cost, or else by tokens, or else by traces; shows what they are sorted by. */
export function chooseSize(rows: readonly Sums[]) {
  const isPriced = rows.some(({ total }) => (total.cost ?? 0) > 0);
  const isCounted = rows.some(({ total }) => (total.tokens ?? 0) > 0);
  return ({ total }: Sums, traceCount: number): Pick<RankedItem, 'value' | 'text'> => {
    const { cost, tokens } = total;
    if (isPriced) return { value: cost ?? 0, text: cost === null ? 'no price' : formatCost(cost) };
    if (isCounted) return { value: tokens ?? 0, text: formatPlural(tokens ?? 0, 'token') };
    return { value: traceCount, text: formatPlural(traceCount, 'trace') };
  };
}
