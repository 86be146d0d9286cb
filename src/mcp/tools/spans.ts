import { z } from 'zod';
import { FailedOperation } from '../../kernel/graphql/operations.js';
import {
  type GraphqlConnection,
  compact,
  COST,
  cut,
  presentCost,
  type ShownCost,
  toPage,
  roundMs,
} from '../calls/answer.js';
import { warnIfEmpty } from '../calls/condition-warnings.js';
import * as inputs from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import { type Answer, type Call, defineTool } from '../calls/tool.js';

const LIST = `query (
  $id: ID!, $first: Int!, $after: String, $range: TimeRange, $filter: SpanFilter, $rootsOnly: Boolean!,
  $condition: String, $search: String, $sort: SpanSort, $found: String!, $isSearch: Boolean!,
  $withTexts: Boolean!
) {
  node(id: $id) {
    ... on Project {
      spans(
        first: $first, after: $after, timeRange: $range, filter: $filter, rootSpansOnly: $rootsOnly,
        filterCondition: $condition, search: $search, sort: $sort
      ) {
        edges {
          cursor
          node {
            id spanId name spanKind statusCode statusMessage startTime latencyMs modelName userId
            tokenCountTotal
            context { traceId }
            ${COST}
            inputPreview { truncatedValue }
            outputPreview { truncatedValue }
            input @include(if: $withTexts) { value }
            output @include(if: $withTexts) { value }
            searchMatches(search: $found) @include(if: $isSearch) { field excerpt }
          }
        }
        pageInfo { hasNextPage }
      }
    }
  }
}`;

interface ListedSpan {
  id: string;
  spanId: string;
  name: string;
  spanKind: string;
  statusCode: string;
  statusMessage: string;
  startTime: string;
  latencyMs: number | null;
  modelName: string | null;
  userId: string | null;
  tokenCountTotal: number | null;
  context: { traceId: string };
  costSummary: ShownCost | null;
  inputPreview: { truncatedValue: string } | null;
  outputPreview: { truncatedValue: string } | null;
  input?: { value: string } | null;
  output?: { value: string } | null;
  searchMatches?: { field: string; excerpt: string }[];
}

const KINDS = [
  'agent',
  'chain',
  'decision',
  'embedding',
  'evaluator',
  'guardrail',
  'llm',
  'prompt',
  'reranker',
  'retriever',
  'tool',
  'unknown',
] as const;

const NAME_CHARACTERS = 200;
const MESSAGE_CHARACTERS = 400;
/** The length of previews, which lists have without reading the text. */
const PREVIEW_CHARACTERS = 100;
const MATCHES_SHOWN = 3;

const COLUMNS = {
  start_time: 'startTime',
  latency: 'latencyMs',
  tokens: 'tokenCountTotal',
  cost: 'tokenCostTotal',
} as const;

export const SPAN_SEARCH = defineTool({
  name: 'search_spans',
  title: 'Search spans',
  description:
    'Lists spans (the steps of traces: model calls, tool calls, retrievals) of a project, newest ' +
    'first. Use it to find steps by kind, name, status, words or a condition across many traces. A ' +
    'search for words also shows where they were found.',
  input: {
    project: inputs.project,
    start: inputs.start,
    end: inputs.end,
    kinds: z.array(z.enum(KINDS)).min(1).max(KINDS.length).optional(),
    status: z.enum(['ok', 'error', 'unset']).optional(),
    root_only: z.boolean().default(false).describe('Whether to list only root spans.'),
    search: inputs.search,
    condition: inputs.condition('spans'),
    text_characters: z
      .int()
      .min(PREVIEW_CHARACTERS)
      .max(3_000)
      .default(PREVIEW_CHARACTERS)
      .describe('Characters to show of each input and output. Use more to judge many answers.'),
    sort: inputs.sortBy(COLUMNS).default('start_time'),
    descending: inputs.descending,
    limit: inputs.limit(20),
    cursor: inputs.cursor,
  },
  async run(input, call) {
    const id = await findId(call, 'Project', input.project);
    const variables = {
      id,
      first: input.limit,
      after: input.cursor,
      range: inputs.readRange(input, call.now),
      filter: { kinds: input.kinds, statusCodes: input.status && [input.status.toUpperCase()] },
      rootsOnly: input.root_only,
      condition: input.condition,
      search: input.search,
      found: input.search ?? '',
      sort: { col: COLUMNS[input.sort], dir: input.descending ? 'desc' : 'asc' },
    };
    const present = (span: ListedSpan) => presentSpan(span, id, input.text_characters, call);
    try {
      const withTexts = input.text_characters > PREVIEW_CHARACTERS;
      const isSearch = input.search !== undefined;
      const page = await readPage(call, { ...variables, isSearch, withTexts });
      const { condition } = input;
      const warnings = await warnIfEmpty(call, page, { projectId: id, rows: 'spans', condition });
      return toPage(page, present, warnings);
    } catch (error) {
      if (!(error instanceof FailedOperation) || error.code !== TOO_MUCH) throw error;
      const page = await readPage(call, { ...variables, isSearch: false, withTexts: false });
      return toPage(page, present, { note: 'The texts are too long for a list. Use get_span.' });
    }
  },
});

/** The code of operations that read too much. */
const TOO_MUCH = 'QUERY_TOO_COMPLEX';

async function readPage(call: Call, variables: object): Promise<GraphqlConnection<ListedSpan>> {
  const { node } = await call.graphql<{ node: { spans: GraphqlConnection<ListedSpan> } }>(LIST, {
    ...variables,
  });
  return node.spans;
}

function presentSpan(
  span: ListedSpan,
  projectId: string,
  textCharacters: number,
  { links }: Call,
): Answer {
  const { traceId } = span.context;
  return compact({
    id: span.id,
    span_id: span.spanId,
    trace_id: traceId,
    name: cut(span.name, NAME_CHARACTERS),
    kind: span.spanKind,
    start_time: span.startTime,
    latency_ms: roundMs(span.latencyMs),
    failed: span.statusCode === 'ERROR' || null,
    error: span.statusMessage ? cut(span.statusMessage, MESSAGE_CHARACTERS) : null,
    model: span.modelName && cut(span.modelName, NAME_CHARACTERS),
    user: span.userId && cut(span.userId, NAME_CHARACTERS),
    tokens: span.tokenCountTotal,
    ...(span.costSummary && presentCost(span.costSummary)),
    input: readText(span.input, span.inputPreview, textCharacters),
    output: readText(span.output, span.outputPreview, textCharacters),
    found: span.searchMatches?.slice(0, MATCHES_SHOWN),
    link: links.span(projectId, traceId, span.id),
  });
}

function readText(
  whole: ListedSpan['input'],
  preview: ListedSpan['inputPreview'],
  characters: number,
): string | undefined {
  // A span of a model may have messages, of which only the preview tells.
  return whole ? cut(whole.value, characters) : preview?.truncatedValue;
}
