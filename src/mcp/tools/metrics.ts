import { z } from 'zod';
import { presentUnpriced } from '../calls/answer.js';
import * as inputs from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import { defineTool } from '../calls/tool.js';
import { chooseBin, presentSeries, readSeries, SERIES_INPUT } from './series.js';

const FIGURES = {
  count: { aggregation: 'COUNT' },
  failed_count: { aggregation: 'FAILED_COUNT' },
  error_rate: { aggregation: 'ERROR_RATE' },
  latency_mean_ms: { aggregation: 'MEAN', measure: 'LATENCY_MS' },
  latency_p50_ms: { aggregation: 'P50', measure: 'LATENCY_MS' },
  latency_p95_ms: { aggregation: 'P95', measure: 'LATENCY_MS' },
  latency_p99_ms: { aggregation: 'P99', measure: 'LATENCY_MS' },
  tokens: { aggregation: 'SUM', measure: 'TOTAL_TOKENS' },
  prompt_tokens: { aggregation: 'SUM', measure: 'PROMPT_TOKENS' },
  completion_tokens: { aggregation: 'SUM', measure: 'COMPLETION_TOKENS' },
  cost_usd: { aggregation: 'SUM', measure: 'COST' },
  mean_score: { aggregation: 'MEAN_SCORE' },
} as const;

const GROUPS = ['model', 'name', 'span_kind', 'status', 'user', 'session', 'attribute'] as const;

export const METRIC_TOOLS = [
  defineTool({
    name: 'get_metrics',
    title: 'Get metrics',
    description:
      'Returns one figure of a project in a range of time, such as the error rate or the 95th ' +
      'percentile of the latency: for the whole range, over time, and by model, user or attribute. Use ' +
      'it to find out when and where a figure changed. Use get_cost for costs. To group the steps of ' +
      "traces that you found, choose spans and the condition trace_id in ['…', '…'].",
    input: {
      project: inputs.project,
      figure: z.enum(Object.keys(FIGURES) as [keyof typeof FIGURES]),
      of: z
        .enum(['spans', 'traces', 'sessions'])
        .default('traces')
        .describe(
          'What is counted. Only spans can be grouped by model or span_kind. The user of a span is ' +
            'the one that the span itself names; often only the root does, so use traces for users.',
        ),
      group_by: z.enum(GROUPS).optional(),
      attribute: inputs
        .text(500)
        .optional()
        .describe(
          'Dotted name of the attribute for group_by "attribute", such as metadata.tenant. Of traces, ' +
            'only attributes of the root span are known.',
        ),
      annotation: inputs.text(500).optional().describe('Name of the annotations for mean_score.'),
      condition: inputs
        .text(8_000)
        .optional()
        .describe('A condition on what is counted. See describe_filter_language.'),
      ...SERIES_INPUT,
    },
    async run(input, call) {
      const id = await findId(call, 'Project', input.project);
      const range = inputs.readPeriod(input, call.now);
      const bins = chooseBin(range, input.bin);
      const series = await readSeries(call, {
        id,
        range,
        bins: input.over_time ? bins : null,
        chart: {
          ...FIGURES[input.figure],
          entity: input.of.toUpperCase(),
          kind: input.over_time ? 'LINES' : input.group_by ? 'RANKING' : 'NUMBER',
          groupBy: input.group_by?.toUpperCase(),
          groupLimit: input.groups,
          attribute: input.attribute,
          annotation: input.annotation,
          condition: input.condition,
        },
      });
      return {
        figure: input.figure,
        of: input.of,
        range,
        ...(input.over_time && { bin: `${bins.step} ${bins.scale.toLowerCase()}` }),
        ...(series.pricedSpans && presentUnpriced(series.pricedSpans)),
        ...presentSeries(series, input.group_by !== undefined),
        link: call.links.metrics(id),
      };
    },
  }),
];
