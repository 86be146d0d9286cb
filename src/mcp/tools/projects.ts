import {
  compact,
  type GraphqlConnection,
  cut,
  presentCost,
  roundMs,
  roundToFourDigits,
  type ShownCost,
  toPage,
} from '../calls/answer.js';
import {
  condition,
  cursor,
  end,
  limit,
  periodStart,
  project,
  readPeriod,
  text,
} from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import { defineTool } from '../calls/tool.js';

const LIST = `query ($first: Int!, $after: String, $filter: ProjectFilter) {
  projects(first: $first, after: $after, filter: $filter) {
    edges { cursor node { id name description startTime endTime } }
    pageInfo { hasNextPage }
  }
}`;

interface ListedProject {
  id: string;
  name: string;
  description: string | null;
  startTime: string | null;
  endTime: string | null;
}

const SUMMARY = `query ($id: ID!, $range: TimeRange!, $condition: String) {
  node(id: $id) {
    ... on Project {
      name
      traceCount(timeRange: $range, traceFilterCondition: $condition)
      errorCount(timeRange: $range, traceFilterCondition: $condition)
      sessionCount(timeRange: $range)
      p50: latencyMsQuantile(probability: 0.5, timeRange: $range, traceFilterCondition: $condition)
      p95: latencyMsQuantile(probability: 0.95, timeRange: $range, traceFilterCondition: $condition)
      tokenCountPrompt(timeRange: $range, traceFilterCondition: $condition)
      tokenCountCompletion(timeRange: $range, traceFilterCondition: $condition)
      costSummary(timeRange: $range, traceFilterCondition: $condition) {
        total { cost } spanCount unpricedSpanCount
      }
      errorsByMessage(first: 10, timeRange: $range, traceFilterCondition: $condition) {
        message spanCount traceCount exampleTraceId lastTime
      }
      latencyBySpanName(first: 10, timeRange: $range, traceFilterCondition: $condition) {
        name spanCount errorCount p50 p95
      }
      traceAnnotationSummaries(timeRange: $range, traceFilterCondition: $condition) {
        name count meanScore labelFractions { label fraction }
      }
      spanAnnotationSummaries(timeRange: $range, traceFilterCondition: $condition) {
        name count meanScore labelFractions { label fraction }
      }
    }
  }
}`;

interface AnnotationSummary {
  name: string;
  count: number;
  meanScore: number | null;
  labelFractions: { label: string; fraction: number }[];
}

interface Summary {
  name: string;
  traceCount: number;
  errorCount: number;
  sessionCount: number;
  p50: number | null;
  p95: number | null;
  tokenCountPrompt: number;
  tokenCountCompletion: number;
  costSummary: ShownCost;
  errorsByMessage: {
    message: string;
    spanCount: number;
    traceCount: number;
    exampleTraceId: string;
    lastTime: string;
  }[];
  latencyBySpanName: {
    name: string;
    spanCount: number;
    errorCount: number;
    p50: number;
    p95: number;
  }[];
  traceAnnotationSummaries: AnnotationSummary[];
  spanAnnotationSummaries: AnnotationSummary[];
}

const MESSAGE_CHARACTERS = 300;
const ANNOTATIONS_SHOWN = 15;
const LABELS_SHOWN = 8;

export const PROJECT_TOOLS = [
  defineTool({
    name: 'list_projects',
    title: 'List projects',
    description:
      'Lists the projects, each of which has the traces of one application. Start here if you do ' +
      'not know the name of a project. `now` is the time of the server.',
    input: {
      name: text(200).optional().describe('Part of the name.'),
      limit: limit(30, 100),
      cursor,
    },
    async run(input, { graphql, links, now }) {
      const filter = input.name === undefined ? null : { col: 'name', value: input.name };
      const { projects } = await graphql<{ projects: GraphqlConnection<ListedProject> }>(LIST, {
        first: input.limit,
        after: input.cursor,
        filter,
      });
      const present = ({ id, name, description, startTime, endTime }: ListedProject) =>
        compact({
          id,
          name: cut(name, MESSAGE_CHARACTERS),
          description: description && cut(description, MESSAGE_CHARACTERS),
          first_trace_began: startTime,
          last_trace_ended: endTime,
          link: links.project(id),
        });
      return toPage(projects, present, { now: now.toISOString() });
    },
  }),
  defineTool({
    name: 'summarize_project',
    title: 'Summarize a project',
    description:
      'Returns the figures of a project in a range of time: traces, failed traces, latency, tokens, ' +
      'cost, the most frequent errors with an example, the slowest spans by name, and its annotations. ' +
      'Use it first to find out what went wrong or changed, then search_traces for more examples.',
    input: { project, start: periodStart, end, condition: condition('traces') },
    async run(input, call) {
      const id = await findId(call, 'Project', input.project);
      const range = readPeriod(input, call.now);
      const { node } = await call.graphql<{ node: Summary }>(SUMMARY, {
        id,
        range,
        condition: input.condition,
      });
      return {
        project: cut(node.name, MESSAGE_CHARACTERS),
        range,
        trace_count: node.traceCount,
        failed_trace_count: node.errorCount,
        // Counts every session, because a condition on traces does not select sessions.
        ...(input.condition === undefined && { session_count: node.sessionCount }),
        latency_ms: { p50: roundMs(node.p50), p95: roundMs(node.p95) },
        tokens: { prompt: node.tokenCountPrompt, completion: node.tokenCountCompletion },
        ...presentCost(node.costSummary),
        errors: node.errorsByMessage.map((error) => ({
          message: cut(error.message, MESSAGE_CHARACTERS),
          span_count: error.spanCount,
          trace_count: error.traceCount,
          last: error.lastTime,
          example_trace_id: error.exampleTraceId,
          example_link: call.links.trace(id, error.exampleTraceId),
        })),
        slowest_spans: node.latencyBySpanName.map(({ name, spanCount, errorCount, p50, p95 }) => ({
          name: cut(name, MESSAGE_CHARACTERS),
          span_count: spanCount,
          failed_span_count: errorCount,
          p50_ms: roundMs(p50),
          p95_ms: roundMs(p95),
        })),
        trace_annotations: node.traceAnnotationSummaries
          .slice(0, ANNOTATIONS_SHOWN)
          .map(presentSummary),
        span_annotations: node.spanAnnotationSummaries
          .slice(0, ANNOTATIONS_SHOWN)
          .map(presentSummary),
        link: call.links.metrics(id),
      };
    },
  }),
];

function presentSummary({ name, count, meanScore, labelFractions }: AnnotationSummary) {
  return compact({
    name: cut(name, MESSAGE_CHARACTERS),
    count,
    mean_score: roundToFourDigits(meanScore),
    labels: labelFractions.slice(0, LABELS_SHOWN).map(({ label, fraction }) => ({
      label: cut(label, 100),
      share: roundToFourDigits(fraction),
    })),
  });
}
