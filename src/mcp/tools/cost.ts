import { compact, cut, type PricedCounts, presentUnpriced, roundDollars } from '../calls/answer.js';
import * as inputs from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import { type Answer, defineTool } from '../calls/tool.js';

const PERIOD = `
  summary: costSummary(timeRange: $RANGE, filterCondition: $condition) {
    total { cost tokens } prompt { cost tokens } completion { cost tokens }
    spanCount unpricedSpanCount
  }
  unpriced: unpricedModels(timeRange: $RANGE, filterCondition: $condition) {
    name provider spanCount tokenCountTotal
  }
  types: costDetailSummaryEntries(timeRange: $RANGE, filterCondition: $condition) {
    tokenType isPrompt value { cost tokens }
  }
  models: chartSeries(timeRange: $RANGE, chart: $byModel) { groups { key isOther value rowCount } }
  users: chartSeries(timeRange: $RANGE, chart: $byUser) { groups { key isOther value rowCount } }
  names: chartSeries(timeRange: $RANGE, chart: $byName) { groups { key isOther value rowCount } }`;

const GET = `query (
  $id: ID!, $range: TimeRange!, $before: TimeRange!, $condition: String,
  $byModel: ChartInput!, $byUser: ChartInput!, $byName: ChartInput!
) {
  current: node(id: $id) { ... on Project { ${PERIOD.replaceAll('$RANGE', '$range')} } }
  previous: node(id: $id) { ... on Project { ${PERIOD.replaceAll('$RANGE', '$before')} } }
}`;

interface Amount {
  cost: number | null;
  tokens: number | null;
}

interface Group {
  key: string | null;
  isOther: boolean;
  value: number;
  rowCount: number;
}

interface Period {
  summary: PricedCounts & { total: Amount; prompt: Amount; completion: Amount };
  unpriced: {
    name: string | null;
    provider: string | null;
    spanCount: number;
    tokenCountTotal: number;
  }[];
  types: { tokenType: string; isPrompt: boolean; value: Amount }[];
  models: { groups: Group[] };
  users: { groups: Group[] };
  names: { groups: Group[] };
}

/** How many groups each period returns, the most expensive, and how many of them all are shown. */
const GROUPS = 20;
const GROUPS_SHOWN = 12;

const KEY_CHARACTERS = 200;

export const COST_TOOLS = [
  defineTool({
    name: 'get_cost',
    title: 'Get costs',
    description:
      'Returns what the model calls of a project cost in a range of time (the last 7 days by default), ' +
      'and in the range of the same length before it: in total, and by model, user, span name and type ' +
      'of tokens, most expensive in either range first. Use it to find out what costs most, and why ' +
      'costs rose. `calls` are model calls; a missing figure is part of "others". `cost_lacks` says how ' +
      'many calls the costs do not include, because their model has no price. `by_user` adds up ' +
      'the traces of each user; with a condition, only the spans that name the user themselves.',
    input: {
      project: inputs.project,
      start: inputs.periodStart,
      end: inputs.end,
      condition: inputs.condition('spans'),
    },
    async run(input, call) {
      const id = await findId(call, 'Project', input.project);
      const range = inputs.readPeriod(input, call.now);
      const before = precede(range);
      const by = (groupBy: string, entity = 'SPANS') => ({
        entity,
        kind: 'RANKING',
        aggregation: 'SUM',
        measure: 'COST',
        groupBy,
        groupLimit: GROUPS,
        condition: input.condition,
      });
      const userEntity = input.condition === undefined ? 'TRACES' : 'SPANS';
      const { current, previous } = await call.graphql<{ current: Period; previous: Period }>(GET, {
        id,
        range,
        before,
        condition: input.condition,
        byModel: by('MODEL'),
        // Usually, only the root span names the user. A condition on spans does not select traces.
        byUser: by('USER', userEntity),
        byName: by('NAME'),
      });
      return {
        range,
        previous_range: before,
        total: compareAmounts(current.summary.total, previous.summary.total),
        ...presentUnpriced(current.summary),
        ...(current.unpriced.length > 0 && {
          models_without_price: current.unpriced.slice(0, GROUPS_SHOWN).map((model) =>
            compact({
              name: model.name === null ? 'none' : cut(model.name, KEY_CHARACTERS),
              provider: model.provider && cut(model.provider, KEY_CHARACTERS),
              calls: model.spanCount,
              tokens: model.tokenCountTotal,
            }),
          ),
        }),
        prompt: compareAmounts(current.summary.prompt, previous.summary.prompt),
        completion: compareAmounts(current.summary.completion, previous.summary.completion),
        by_model: compareGroups(current.models.groups, previous.models.groups),
        by_user: compareGroups(
          current.users.groups,
          previous.users.groups,
          userEntity === 'TRACES' ? 'traces' : 'calls',
        ),
        by_span_name: compareGroups(current.names.groups, previous.names.groups),
        by_token_type: current.types.map(({ tokenType, isPrompt, value }) => ({
          type: cut(tokenType, KEY_CHARACTERS),
          of: isPrompt ? 'prompt' : 'completion',
          ...compareAmounts(
            value,
            previous.types.find((one) => one.tokenType === tokenType && one.isPrompt === isPrompt)
              ?.value,
          ),
        })),
        link: call.links.metrics(id),
      };
    },
  }),
];

/** Returns the range of the same length that ends where the given one starts. */
function precede({ start, end }: Required<inputs.TimeRange>): Required<inputs.TimeRange> {
  const length = Math.max(0, Date.parse(end) - Date.parse(start));
  return { start: new Date(Date.parse(start) - length).toISOString(), end: start };
}

function compareAmounts(current: Amount, previous: Amount | undefined): Answer {
  return {
    cost_usd: roundDollars(current.cost),
    previous_cost_usd: roundDollars(previous?.cost),
    tokens: current.tokens,
    previous_tokens: previous?.tokens ?? null,
  };
}

/**
 * Joins the groups of two periods, the most expensive in either first, so that neither a large cost
 * nor a large change is left out.
 */
function compareGroups(
  current: readonly Group[],
  previous: readonly Group[],
  rows: 'calls' | 'traces' = 'calls',
): Answer[] {
  const before = new Map(previous.map((group) => [keyOf(group), group]));
  const now = new Map(current.map((group) => [keyOf(group), group]));
  return [...new Map([...before, ...now])]
    .map(([key, group]) => ({ group, now: now.get(key), before: before.get(key) }))
    .toSorted((a, b) => highest(b) - highest(a))
    .slice(0, GROUPS_SHOWN)
    .map(({ group, now: one, before: other }) =>
      compact({
        key: group.isOther
          ? 'others'
          : group.key === null
            ? 'none'
            : cut(group.key, KEY_CHARACTERS),
        cost_usd: roundDollars(one?.value ?? missing(current)),
        previous_cost_usd: roundDollars(other?.value ?? missing(previous)),
        [rows]: one?.rowCount ?? missing(current),
        [`previous_${rows}`]: other?.rowCount ?? missing(previous),
      }),
    );
}

function keyOf({ key, isOther }: Group): string {
  return JSON.stringify([key, isOther]);
}

/** Returns the value of a group that a period does not list: 0, or null if it may be among the others. */
function missing(groups: readonly Group[]): 0 | null {
  return groups.some(({ isOther }) => isOther) ? null : 0;
}

function highest(group: { now: Group | undefined; before: Group | undefined }): number {
  return Math.max(group.now?.value ?? 0, group.before?.value ?? 0);
}
