import { z } from 'zod';
import {
  compact,
  type GraphqlConnection,
  COST,
  cut,
  presentCost,
  roundMs,
  type ShownCost,
  takeFitting,
  toPage,
} from '../calls/answer.js';
import { warnIfEmpty } from '../calls/condition-warnings.js';
import * as inputs from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import {
  ANNOTATION_FIELDS,
  presentAnnotations,
  type ShownAnnotation,
} from './shown-annotations.js';
import { outlineSpans, SPAN_OUTLINE, type OutlinedSpan } from './span-outline.js';
import { type Answer, type Call, defineTool } from '../calls/tool.js';

const SHOWN = `
  id traceId startTime latencyMs numSpans errorCount tokenCountTotal userId projectId
  ${COST}
  session { sessionId }
  rootSpan {
    name
    statusCode
    inputPreview { truncatedValue }
    outputPreview { truncatedValue }
  }
  lastFailed: spans(first: 1, filter: { statusCodes: [ERROR] }, sort: { col: startTime, dir: desc }) {
    edges { node { id name statusMessage } }
  }`;

const LIST = `query (
  $id: ID!, $first: Int!, $after: String, $range: TimeRange, $filter: TraceFilter,
  $condition: String, $search: String, $sort: TraceSort
) {
  node(id: $id) {
    ... on Project {
      traces(
        first: $first, after: $after, timeRange: $range, filter: $filter,
        traceFilterCondition: $condition, search: $search, sort: $sort
      ) {
        edges { cursor node { ${SHOWN} } }
        pageInfo { hasNextPage }
      }
    }
  }
}`;

const COLUMNS = {
  start_time: 'startTime',
  latency: 'latencyMs',
  tokens: 'tokenCountTotal',
  cost: 'tokenCostTotal',
} as const;

export const TRACE_FIELDS = SHOWN;

export interface ShownTrace {
  id: string;
  traceId: string;
  startTime: string;
  latencyMs: number | null;
  numSpans: number;
  errorCount: number;
  tokenCountTotal: number;
  userId: string | null;
  projectId: string;
  costSummary: ShownCost;
  session: { sessionId: string } | null;
  rootSpan: {
    name: string;
    statusCode: string;
    inputPreview: { truncatedValue: string } | null;
    outputPreview: { truncatedValue: string } | null;
  } | null;
  /** Usually the nearest to the cause, because failures spread upwards. */
  lastFailed: { edges: { node: { id: string; name: string; statusMessage: string } }[] };
}

/** How many spans of a trace the outline covers, those that began first. */
const OUTLINED = 1_000;

const GET = `query ($id: ID!) {
  node(id: $id) {
    ... on Trace {
      ${SHOWN}
      tokenCountPrompt
      tokenCountCompletion
      project { name }
      traceAnnotations { ${ANNOTATION_FIELDS} }
      spans(first: ${OUTLINED}, sort: { col: startTime, dir: asc }) {
        edges { node { ${SPAN_OUTLINE} } }
      }
      failed: spans(
        first: 10, filter: { statusCodes: [ERROR] }, sort: { col: startTime, dir: asc }
      ) {
        edges { node { id name spanKind statusMessage latencyMs } }
      }
      slowest: spans(first: 5, sort: { col: latencyMs, dir: desc }) {
        edges { node { id name spanKind latencyMs } }
      }
    }
  }
}`;

interface Marked {
  id: string;
  name: string;
  spanKind: string;
  latencyMs: number | null;
  statusMessage?: string;
}

interface WholeTrace extends ShownTrace {
  tokenCountPrompt: number;
  tokenCountCompletion: number;
  project: { name: string };
  traceAnnotations: ShownAnnotation[];
  spans: { edges: { node: OutlinedSpan }[] };
  failed: { edges: { node: Marked }[] };
  slowest: { edges: { node: Marked }[] };
}

const NAME_CHARACTERS = 200;
const MESSAGE_CHARACTERS = 300;

export const TRACE_TOOLS = [
  defineTool({
    name: 'search_traces',
    title: 'Search traces',
    description:
      'Lists traces of a project, newest first: name, time, latency, errors, tokens, cost, and the ' +
      'first characters of input and output. Narrow them down by time, status, words or a condition. ' +
      'Use get_trace to find out what happened in one of them.',
    input: {
      project: inputs.project,
      start: inputs.start,
      end: inputs.end,
      status: z
        .enum(['ok', 'error'])
        .optional()
        .describe(
          '"error": with at least one failed span. `root_failed` says whether the request as a whole ' +
            'failed, or went on after the error.',
        ),
      search: inputs.search,
      condition: inputs.condition('traces'),
      sort: inputs.sortBy(COLUMNS).default('start_time'),
      descending: inputs.descending,
      limit: inputs.limit(20),
      cursor: inputs.cursor,
    },
    async run(input, call) {
      const id = await findId(call, 'Project', input.project);
      const { node } = await call.graphql<{ node: { traces: GraphqlConnection<ShownTrace> } }>(
        LIST,
        {
          id,
          first: input.limit,
          after: input.cursor,
          range: inputs.readRange(input, call.now),
          filter: input.status === undefined ? null : { status: input.status.toUpperCase() },
          condition: input.condition,
          search: input.search,
          sort: { col: COLUMNS[input.sort], dir: input.descending ? 'desc' : 'asc' },
        },
      );
      const warnings = await warnIfEmpty(call, node.traces, {
        projectId: id,
        rows: 'traces',
        condition: input.condition,
      });
      return toPage(node.traces, (trace) => presentTrace(trace, call), warnings);
    },
  }),
  defineTool({
    name: 'get_trace',
    title: 'Get a trace',
    description:
      'Returns one trace: its figures, its failed and slowest spans, its annotations, and all its ' +
      'spans as a tree in which `depth` is the level. Texts are cut; use get_span for whole ones.',
    input: {
      trace_id: inputs.traceId,
      offset: z
        .int()
        .min(0)
        .max(OUTLINED)
        .default(0)
        .describe('How many spans of the tree to skip.'),
    },
    async run(input, call) {
      const id = await findId(call, 'Trace', input.trace_id);
      const { node } = await call.graphql<{ node: WholeTrace }>(GET, { id });
      const outline = outlineSpans(node.spans.edges.map((edge) => edge.node));
      const head = {
        project: cut(node.project.name, NAME_CHARACTERS),
        ...presentTrace(node, call),
        tokens: { prompt: node.tokenCountPrompt, completion: node.tokenCountCompletion },
        ...(input.offset === 0 && presentMarks(node)),
        ...(node.numSpans > OUTLINED && {
          note: `The tree has the first ${OUTLINED} of ${node.numSpans} spans. Use search_spans with the condition trace_id == '${node.traceId}' for all of them.`,
        }),
      };
      const spans = takeFitting(outline.slice(input.offset), head);
      const next = input.offset + spans.length;
      return { ...head, spans, next_offset: next < outline.length ? next : null };
    },
  }),
];

/** Shows a trace in one line of a list. */
export function presentTrace(trace: ShownTrace, { links }: Pick<Call, 'links'>): Answer {
  const { rootSpan } = trace;
  const [failed] = trace.lastFailed.edges;
  return compact({
    id: trace.id,
    trace_id: trace.traceId,
    name: rootSpan && cut(rootSpan.name, NAME_CHARACTERS),
    start_time: trace.startTime,
    latency_ms: roundMs(trace.latencyMs),
    span_count: trace.numSpans,
    failed_span_count: trace.errorCount || null,
    root_failed: trace.errorCount > 0 && rootSpan ? rootSpan.statusCode === 'ERROR' : null,
    failure: failed && {
      span_id: failed.node.id,
      name: cut(failed.node.name, NAME_CHARACTERS),
      error: cut(failed.node.statusMessage, MESSAGE_CHARACTERS),
    },
    tokens: trace.tokenCountTotal || null,
    ...presentCost(trace.costSummary),
    user: trace.userId && cut(trace.userId, NAME_CHARACTERS),
    session_id: trace.session && cut(trace.session.sessionId, NAME_CHARACTERS),
    input: rootSpan?.inputPreview?.truncatedValue,
    output: rootSpan?.outputPreview?.truncatedValue,
    link: links.trace(trace.projectId, trace.traceId),
  });
}

/** Shows what a reader looks at first. */
function presentMarks({ failed, slowest, traceAnnotations }: WholeTrace): Answer {
  const mark = ({ node }: { node: Marked }) =>
    compact({
      id: node.id,
      name: cut(node.name, NAME_CHARACTERS),
      kind: node.spanKind,
      latency_ms: roundMs(node.latencyMs),
      error: node.statusMessage === undefined ? null : cut(node.statusMessage, MESSAGE_CHARACTERS),
    });
  return {
    failed_spans: failed.edges.map(mark),
    slowest_spans: slowest.edges.map(mark),
    annotations: presentAnnotations(traceAnnotations),
  };
}
