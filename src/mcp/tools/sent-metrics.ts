import { z } from 'zod';
import { BadRequestError } from '../../kernel/errors/errors.js';
import * as inputs from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import { type Answer, type Call, defineTool } from '../calls/tool.js';
import { chooseBin, presentSeries, readSeries, SERIES_INPUT } from './series.js';

const LIST = `query ($id: ID!) {
  node(id: $id) { ... on Project { sentMetrics { name unit kind pointCount keptCount lastSeenAt } } } }`;

interface SentMetric {
  name: string;
  unit: string;
  kind: string;
  pointCount: number;
  keptCount: number;
  lastSeenAt: string;
}

const AGGREGATIONS = ['count', 'sum', 'rate', 'last', 'mean', 'p50', 'p95', 'p99'] as const;

const MAX_LISTED = 200;

export const SENT_METRIC_TOOLS = [
  defineTool({
    name: 'get_sent_metric',
    title: 'Get a sent metric',
    description:
      'Without a metric, lists those that were sent to a project over OTLP, such as claude_code.token.usage. Otherwise ' +
      'reads one: for the whole range, over time, and by an attribute such as model. Counters (kind sum) have sum and ' +
      'rate (per minute), gauges last and mean, histograms all but last.',
    input: {
      project: inputs.project,
      metric: inputs.text(500).optional().describe('Its name. Leave it out to list all.'),
      aggregation: z.enum(AGGREGATIONS).optional().describe('Required with a metric.'),
      group_by: inputs.text(500).optional().describe('Name of an attribute.'),
      condition: inputs
        .text(8_000)
        .optional()
        .describe("A condition on attributes, such as model == 'opus'."),
      ...SERIES_INPUT,
    },
    async run(input, call) {
      const id = await findId(call, 'Project', input.project);
      const { metric, aggregation } = input;
      if (metric === undefined) return listMetrics(call, id);
      if (aggregation === undefined) {
        throw new BadRequestError('aggregation is required to read a metric.');
      }
      const range = inputs.readPeriod(input, call.now);
      const bins = chooseBin(range, input.bin);
      const { group_by: attribute, over_time: isOverTime } = input;
      const series = await readSeries(call, {
        id,
        range,
        bins: isOverTime ? bins : null,
        chart: {
          entity: 'METRICS',
          metric,
          aggregation: aggregation.toUpperCase(),
          kind: isOverTime ? 'LINES' : attribute ? 'RANKING' : 'NUMBER',
          ...(attribute && { groupBy: 'ATTRIBUTE', attribute }),
          groupLimit: input.groups,
          condition: input.condition,
        },
      });
      return {
        metric,
        aggregation: input.aggregation,
        range,
        ...(isOverTime && { bin: `${bins.step} ${bins.scale.toLowerCase()}` }),
        ...presentSeries(series, attribute !== undefined),
        link: call.links.metrics(id),
      };
    },
  }),
];

async function listMetrics(call: Call, id: string): Promise<Answer> {
  const { node } = await call.graphql<{ node: { sentMetrics: SentMetric[] } }>(LIST, { id });
  const stored = node.sentMetrics.filter(({ keptCount }) => keptCount > 0);
  return {
    items: stored.slice(0, MAX_LISTED).map(({ name, unit, kind, keptCount, lastSeenAt }) => ({
      name,
      ...(unit !== '' && { unit }),
      kind: kind.toLowerCase(),
      point_count: keptCount,
      last_seen_at: lastSeenAt,
    })),
    not_stored_count: node.sentMetrics.length - stored.length,
  };
}
