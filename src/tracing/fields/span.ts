import { addIgnoringNull, boundCost } from './costs.js';
import { durationMsOf } from './duration.js';
import {
  type AlertName,
  type FieldSort,
  defineFields,
  listMeasures,
  number,
  listSorts,
  text,
  time,
} from './field.js';
import { SPAN_FIGURES, type SpanFigure } from './span-figures.js';

const NO_INDEX = 'No index contains costs: use `timeRange`.';
const CUMULATIVE =
  'With `rootSpansOnly`, sorts by the total over the trace. Otherwise adds up subtrees, which takes longer in large projects: use `timeRange`.';

/** The fields of spans that all conditions know by the same name. */
export const SPAN_FIELDS = defineFields({
  name: text('name', 'Name of the span.'),
  parent_id: text('parent_id', 'The ID of its parent that the application sent.'),
  span_kind: {
    ...text('kind', 'Kind, such as LLM, TOOL or AGENT, in upper or lower case.'),
    storedForm: toUpperCase,
  },
  status_code: {
    ...text('status_code', 'OK, ERROR or UNSET, in upper or lower case.'),
    failure: { equals: 'ERROR' },
    storedForm: toUpperCase,
  },
  start_time: {
    ...time('start_time', 'When the span began.'),
    sort: { name: 'startTime', type: 'DATETIME', nullable: false },
  },
  end_time: {
    ...time('end_time', 'When the span ended.'),
    sort: { name: 'endTime', type: 'DATETIME', nullable: false },
  },
  latency_ms: {
    type: 'number',
    unit: 'milliseconds',
    sql: durationMsOf,
    description: 'Duration of the span in milliseconds.',
    sort: {
      name: 'latencyMs',
      sql: '(extract(epoch FROM s.end_time - s.start_time) * 1000)',
      type: 'FLOAT',
      nullable: false,
    },
    measure: {
      name: 'LATENCY_MS',
      alerts: [
        {
          name: 'LATENCY_P50',
          aggregation: 'P50',
          label: 'median latency',
          description: 'The median of the latency, in milliseconds.',
        },
        {
          name: 'LATENCY_P95',
          aggregation: 'P95',
          label: '95th percentile of the latency',
          description: 'The 95th percentile of the latency, in milliseconds.',
        },
        {
          name: 'LATENCY_P99',
          aggregation: 'P99',
          label: '99th percentile of the latency',
          description: 'The 99th percentile of the latency, in milliseconds.',
        },
      ],
    },
  },
  time_to_first_token_ms: {
    ...number(
      (span) => `${span}.time_to_first_token_ms`,
      'How long the first token took, in milliseconds.',
    ),
    unit: 'milliseconds',
    sort: {
      name: 'timeToFirstTokenMs',
      type: 'FLOAT',
      nullable: false,
      where: 's.time_to_first_token_ms IS NOT NULL',
      description: 'Excludes spans whose sender does not report it.',
    },
    measure: { name: 'TIME_TO_FIRST_TOKEN_MS' },
  },
});

/**
 * Tokens of the call itself; missing if the span is no call, or if another call counts them. Conditions
 * on spans name them `llm.token_count.prompt`, loops `llm_token_count_prompt`.
 */
export const OWN_TOKENS = defineFields({
  prompt: {
    ...number((span) => `${span}.prompt_tokens`, 'Tokens of the prompt of this LLM call.'),
    unit: 'tokens',
    sort: { name: 'tokenCountPrompt', type: 'INT', nullable: true },
    measure: { name: 'PROMPT_TOKENS', isOfCalls: true },
  },
  completion: {
    ...number((span) => `${span}.completion_tokens`, 'Tokens that this LLM call generated.'),
    unit: 'tokens',
    sort: { name: 'tokenCountCompletion', type: 'INT', nullable: true },
    measure: { name: 'COMPLETION_TOKENS', isOfCalls: true },
  },
  total: {
    ...number(
      (span) => `(${span}.prompt_tokens + ${span}.completion_tokens)`,
      'All tokens of this LLM call.',
    ),
    unit: 'tokens',
    sort: { name: 'tokenCountTotal', type: 'INT', nullable: true },
    measure: {
      name: 'TOTAL_TOKENS',
      sql: addIgnoringNull('s.prompt_tokens', 's.completion_tokens'),
      isOfCalls: true,
      alerts: [
        {
          name: 'TOKENS',
          aggregation: 'SUM',
          label: 'number of tokens',
          description: 'The sum of all tokens.',
        },
      ],
    },
  },
});

/** Costs, and sums over the subtree of a span. Conditions name the tokens `cumulative_token_count.total`. */
const SPAN_SUMS = defineFields({
  cost: {
    ...number(() => SPAN_FIGURES.ownCost.ofTrace, 'Cost of this LLM call in US dollars.'),
    isFilterable: false,
    unit: 'US dollars',
    sort: {
      name: 'tokenCostTotal',
      ...ofFigure('ownCost'),
      description: `The cost of the span itself. Excludes spans without a price. ${NO_INDEX}`,
    },
    measure: {
      name: 'COST',
      sql: boundCost('c'),
      join: 'costs',
      isOfCalls: true,
      alerts: [
        {
          name: 'COST',
          aggregation: 'SUM',
          label: 'cost',
          description: 'The sum of the costs in US dollars, as far as prices are known.',
        },
      ],
    },
  },
  cumulative_cost: {
    ...number(
      () => SPAN_FIGURES.cost.ofTrace,
      'Cost of the span and everything below it in US dollars.',
    ),
    isFilterable: false,
    unit: 'US dollars',
    sort: {
      name: 'cumulativeTokenCostTotal',
      ...ofFigure('cost'),
      description: `The cost of the span and everything below it; with \`rootSpansOnly\`, that of the trace. Excludes spans without a price. ${NO_INDEX}`,
    },
  },
  cumulative_tokens: cumulative('cumulativeTokenCountTotal', 'tokens'),
  cumulative_prompt_tokens: cumulative('cumulativeTokenCountPrompt', 'promptTokens'),
  cumulative_completion_tokens: cumulative('cumulativeTokenCountCompletion', 'completionTokens'),
});

/** Every value by which spans can be sorted. REST lists spans by start or by row ID. */
export const SPAN_SORTS = {
  ...listSorts(SPAN_FIELDS, 's'),
  ...listSorts(OWN_TOKENS, 's'),
  ...listSorts(SPAN_SUMS, 's'),
};

/** Every number of spans that charts can aggregate. */
export const SPAN_MEASURES = {
  ...listMeasures(SPAN_FIELDS, 's'),
  ...listMeasures(OWN_TOKENS, 's'),
  ...listMeasures(SPAN_SUMS, 's'),
};

/** The names of the figures of spans and traces that alert rules watch. */
export type RowAlertName =
  | AlertName<typeof SPAN_FIELDS>
  | AlertName<typeof OWN_TOKENS>
  | AlertName<typeof SPAN_SUMS>;

function cumulative<const Name extends string>(name: Name, figure: SpanFigure) {
  return {
    ...number(() => SPAN_FIGURES[figure].ofTrace, 'Tokens of the span and everything below it.'),
    isFilterable: false,
    unit: 'tokens',
    sort: { name, ...ofFigure(figure), description: CUMULATIVE },
  } as const;
}

function ofFigure(figure: SpanFigure): Omit<FieldSort, 'name'> {
  const { ofTrace: sql, type } = SPAN_FIGURES[figure];
  return { sql, type, nullable: false, figure };
}

function toUpperCase(written: string): string {
  return written.toUpperCase();
}
