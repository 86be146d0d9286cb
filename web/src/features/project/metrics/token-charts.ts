import { COSTS, COUNTS } from '../../../lib/format/measures.js';
import { graphql } from '../../../graphql.js';
import { getSeriesColor } from '../../../lib/theme/palette.js';
import { defineSeries, type SeriesData, toSeries } from '../charts/chart-definition.js';

const PROMPT = { key: 'prompt', label: 'Prompt', color: getSeriesColor(0) };
const COMPLETION = { key: 'completion', label: 'Completion', color: getSeriesColor(2) };

const NO_TOKENS = 'No tokens in this range. LLM spans report them as llm.token_count.';

export const COST = defineSeries({
  title: 'Cost',
  note: 'US dollars',
  kind: 'bars',
  format: COSTS,
  document: graphql(`
    query MetricsCost(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          cost: traceTokenCostTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) {
            data {
              timestamp
              promptCost
              completionCost
            }
          }
          costSummary(timeRange: $timeRange, traceFilterCondition: $traceFilterCondition) {
            spanCount
            unpricedSpanCount
          }
        }
      }
    }
  `),
  toVariables: (common) => common,
  read: ({ cost, costSummary }) => ({
    ...toSeries(cost.data, [
      { ...PROMPT, read: (bin) => bin.promptCost },
      { ...COMPLETION, read: (bin) => bin.completionCost },
    ]),
    priced: costSummary,
  }),
  empty: 'No cost in this range. Only calls of models with known prices have one.',
  target: { tab: 'traces', filter: 'total_cost > 0', sort: '-tokenCostTotal' },
  filterOf: (key) => (key === 'prompt' ? 'prompt_cost > 0' : 'completion_cost > 0'),
});

const TokenTypeFields = graphql(`
  fragment TokenTypeFields on TokenTypeCount @_unmask {
    tokenType
    tokens
  }
`);

export const TokensQuery = graphql(
  `
    query MetricsTokens(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
      $promptTypes: Boolean!
      $completionTypes: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          tokens: traceTokenCountTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) {
            data {
              timestamp
              prompt
              completion
              promptDetails @include(if: $promptTypes) {
                ...TokenTypeFields
              }
              completionDetails @include(if: $completionTypes) {
                ...TokenTypeFields
              }
            }
          }
        }
      }
    }
  `,
  [TokenTypeFields],
);

export const TOKENS = defineSeries({
  title: 'Tokens',
  kind: 'bars',
  format: COUNTS,
  document: TokensQuery,
  toVariables: (common) => ({ ...common, promptTypes: false, completionTypes: false }),
  read: ({ tokens }) =>
    toSeries(tokens.data, [
      { ...PROMPT, read: (bin) => bin.prompt },
      { ...COMPLETION, read: (bin) => bin.completion },
    ]),
  empty: NO_TOKENS,
  target: { tab: 'traces', filter: 'token_count_total > 0', sort: '-tokenCountTotal' },
});

export const PROMPT_TOKENS = defineSeries({
  ...TOKENS,
  title: 'Prompt tokens by type',
  toVariables: (common) => ({ ...common, promptTypes: true, completionTypes: false }),
  read: ({ tokens }) =>
    readTypes(tokens.data.map((bin) => ({ ...bin, details: bin.promptDetails ?? [] }))),
  target: { tab: 'traces', filter: 'token_count_prompt > 0', sort: '-tokenCountTotal' },
});

export const COMPLETION_TOKENS = defineSeries({
  ...TOKENS,
  title: 'Completion tokens by type',
  toVariables: (common) => ({ ...common, promptTypes: false, completionTypes: true }),
  read: ({ tokens }) =>
    readTypes(tokens.data.map((bin) => ({ ...bin, details: bin.completionDetails ?? [] }))),
  target: { tab: 'traces', filter: 'token_count_completion > 0', sort: '-tokenCountTotal' },
});

interface DetailedPoint {
  timestamp: string;
  details: readonly { tokenType: string; tokens: number }[];
}

/** The types in the order in which the server sorts them within a bin. */
export function readTypes(points: readonly DetailedPoint[]): SeriesData {
  const types = new Set(points.flatMap(({ details }) => details.map((one) => one.tokenType)));
  const [base] = [...types].filter((type) => type === 'input' || type === 'output');
  const ordered = base === undefined ? [...types] : [base, ...[...types].filter((t) => t !== base)];
  return toSeries(
    points,
    ordered.map((type, index) => ({
      key: type,
      label: nameType(type),
      color: getSeriesColor(index),
      read: ({ details }) => details.find(({ tokenType }) => tokenType === type)?.tokens ?? 0,
    })),
  );
}

/** `cache_read` → `Cache read`. */
function nameType(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
