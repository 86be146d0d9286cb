import { graphql, type ResultOf } from '../../../graphql.js';
import { formatCost, formatPlural } from '../../../lib/format/numbers.js';
import { selectModel, selectUnpriced } from './conditions.js';
import { FIRST, SumFields } from './rankings.js';
import { defineRanking, overRange, type RankedItem } from '../charts/chart-definition.js';

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

const UnpricedFields = graphql(`
  fragment UnpricedFields on UnpricedModel @_unmask {
    name
    provider
    tokenCountTotal
  }
`);

type Unpriced = ResultOf<typeof UnpricedFields>;

const SORTS = { cost: '-tokenCostTotal', tokens: '-tokenCountTotal' };

/** The models with a price, and those without one, whose cost is unknown. */
function rankModels(
  models: readonly Model[],
  unpriced: readonly Unpriced[],
  by: 'cost' | 'tokens',
): RankedItem[] {
  const priced = models.map((model) => {
    const { id, name, costSummary } = model;
    const usd = costSummary?.total.cost ?? null;
    const filter = selectModel(model, models);
    return rankModel({ key: id, name, usd, count: costSummary?.total.tokens ?? 0, filter }, by);
  });
  const others = unpriced.map(({ name, provider, tokenCountTotal: count }) =>
    rankModel(
      {
        key: JSON.stringify([provider, name]),
        name: name ?? 'No model named',
        usd: null,
        count,
        filter: selectUnpriced(name),
      },
      by,
    ),
  );
  return [...priced, ...others].toSorted((a, b) => b.value - a.value).slice(0, FIRST);
}

interface ModelSums {
  key: string;
  name: string;
  /** Null if it has no price. */
  usd: number | null;
  count: number;
  filter: string;
}

function rankModel(
  { key, name, usd, count, filter }: ModelSums,
  by: 'cost' | 'tokens',
): RankedItem {
  const cost = usd === null ? 'no price' : formatCost(usd);
  const tokens = formatPlural(count, 'token');
  return {
    key,
    name,
    value: by === 'cost' ? (usd ?? 0) : count,
    text: by === 'cost' ? cost : tokens,
    note: by === 'cost' ? tokens : cost,
    target: { tab: 'spans', filter, sort: usd === null ? SORTS.tokens : SORTS[by] },
  };
}

export const ModelsQuery = graphql(
  `
    query MetricsModels(
      $id: ID!
      $timeRange: TimeRange!
      $traceFilterCondition: String
      $byCost: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          byCost: topModelsByCost(
            timeRange: $timeRange
            traceFilterCondition: $traceFilterCondition
          ) @include(if: $byCost) {
            ...ModelFields
          }
          byTokens: topModelsByTokenCount(
            timeRange: $timeRange
            traceFilterCondition: $traceFilterCondition
          ) @skip(if: $byCost) {
            ...ModelFields
          }
          unpricedModels(timeRange: $timeRange, traceFilterCondition: $traceFilterCondition) {
            ...UnpricedFields
          }
          costSummary(timeRange: $timeRange, traceFilterCondition: $traceFilterCondition)
            @include(if: $byCost) {
            spanCount
            unpricedSpanCount
          }
        }
      }
    }
  `,
  [ModelFields, UnpricedFields],
);

/** Defines a ranking of models, which says next to costs what they lack. */
function defineModels(by: 'cost' | 'tokens', title: string) {
  return defineRanking({
    title,
    document: ModelsQuery,
    toVariables: (common) => ({ ...overRange(common), byCost: by === 'cost' }),
    read: ({ byCost, byTokens, unpricedModels, costSummary }) => ({
      items: rankModels(byCost ?? byTokens ?? [], unpricedModels, by),
      priced: costSummary ?? null,
    }),
    empty: 'No model calls with tokens in this range.',
    target: { tab: 'spans', filter: "span_kind in ['LLM', 'EMBEDDING']" },
  });
}

export const MODELS_BY_COST = defineModels('cost', 'Top models by cost');

export const MODELS_BY_TOKENS = defineModels('tokens', 'Top models by tokens');
