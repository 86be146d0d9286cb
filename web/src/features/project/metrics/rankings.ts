import { graphql, type ResultOf } from '../../../graphql.js';
import { quote } from '../../../lib/filter-language/write-condition.js';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatPlural,
} from '../../../lib/format/numbers.js';
import { formatRelative } from '../../../lib/time/time.js';
import { selectError, selectModel, selectTool } from './conditions.js';
import type { ListTarget } from './list-target.js';
import { defineRanking, type RankedItem } from './series-definition.js';

/** How many rows a ranking has. */
const FIRST = 10;

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

type NamedLatency = ResultOf<typeof NamedLatencyFields>;

function rankLatency(row: NamedLatency, filter: string): RankedItem {
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
  document: graphql(
    `
      query MetricsSlowestSpans($id: ID!, $timeRange: TimeRange!, $traceFilterCondition: String) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            rows: latencyBySpanName(
              timeRange: $timeRange
              traceFilterCondition: $traceFilterCondition
            ) {
              ...NamedLatencyFields
            }
          }
        }
      }
    `,
    [NamedLatencyFields],
  ),
  read: ({ rows }) => rows.map((row) => rankLatency(row, `name == ${quote(row.name)}`)),
  empty: 'No spans in this range.',
  target: { tab: 'spans', sort: '-latencyMs' },
});

export const SLOWEST_TOOLS = defineRanking({
  title: 'Slowest tools',
  note: '95th percentile',
  document: graphql(
    `
      query MetricsSlowestTools($id: ID!, $timeRange: TimeRange!, $traceFilterCondition: String) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            rows: latencyByTool(
              timeRange: $timeRange
              traceFilterCondition: $traceFilterCondition
            ) {
              ...NamedLatencyFields
            }
          }
        }
      }
    `,
    [NamedLatencyFields],
  ),
  read: ({ rows }) => rows.map((row) => rankLatency(row, selectTool(row.name))),
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
  read: ({ rows }) =>
    rows.map(({ message, spanCount, lastTime }) => ({
      key: message,
      name: message === '' ? 'No message' : message,
      value: spanCount,
      text: formatPlural(spanCount, 'span'),
      note: `last ${formatRelative(lastTime)}`,
      target: { tab: 'spans', filter: selectError(message) },
    })),
  empty: 'No span failed in this range.',
  target: { tab: 'spans', filter: "status_code == 'ERROR'" },
});

const SumFields = graphql(`
  fragment SumFields on SpanCostSummary @_unmask {
    total {
      tokens
      cost
    }
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
  read: ({ rows }) => {
    const sizeOf = chooseSize(rows.map(({ costSummary }) => costSummary));
    return rows.map(({ userId, traceCount, errorCount, costSummary }) => ({
      key: userId,
      name: userId,
      ...sizeOf(costSummary, traceCount),
      note: `${formatPlural(traceCount, 'trace')}, ${formatCount(errorCount)} failed`,
      target: { tab: 'traces', filter: `user.id == ${quote(userId)}` },
    }));
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

const ModelFields = graphql(
  `
    fragment ModelFields on GenerativeModel @_unmask {
      id
      name
      costSummary {
        ...SumFields
      }
    }
  `,
  [SumFields],
);

type Model = ResultOf<typeof ModelFields>;

const MODEL_CALLS: ListTarget = { tab: 'spans', filter: "span_kind == 'LLM'" };

const SORTS = { cost: '-tokenCostTotal', tokens: '-tokenCountTotal' };

function rankModels(models: readonly Model[], by: 'cost' | 'tokens'): RankedItem[] {
  return models.slice(0, FIRST).map((model) => {
    const { id, name, costSummary } = model;
    const usd = costSummary?.total.cost ?? null;
    const count = costSummary?.total.tokens ?? 0;
    const cost = usd === null ? 'no price' : formatCost(usd);
    const tokens = formatPlural(count, 'token');
    return {
      key: id,
      name,
      value: by === 'cost' ? (usd ?? 0) : count,
      text: by === 'cost' ? cost : tokens,
      note: by === 'cost' ? tokens : cost,
      target: { tab: 'spans', filter: selectModel(model, models), sort: SORTS[by] },
    };
  });
}

export const MODELS_BY_COST = defineRanking({
  title: 'Top models by cost',
  document: graphql(
    `
      query MetricsModelsByCost($id: ID!, $timeRange: TimeRange!, $traceFilterCondition: String) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            models: topModelsByCost(
              timeRange: $timeRange
              traceFilterCondition: $traceFilterCondition
            ) {
              ...ModelFields
            }
          }
        }
      }
    `,
    [ModelFields],
  ),
  read: ({ models }) => rankModels(models, 'cost'),
  empty: 'No calls of models with known prices in this range.',
  target: MODEL_CALLS,
});

export const MODELS_BY_TOKENS = defineRanking({
  title: 'Top models by tokens',
  document: graphql(
    `
      query MetricsModelsByTokens($id: ID!, $timeRange: TimeRange!, $traceFilterCondition: String) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            models: topModelsByTokenCount(
              timeRange: $timeRange
              traceFilterCondition: $traceFilterCondition
            ) {
              ...ModelFields
            }
          }
        }
      }
    `,
    [ModelFields],
  ),
  read: ({ models }) => rankModels(models, 'tokens'),
  empty: 'No calls of models with known prices in this range.',
  target: MODEL_CALLS,
});
