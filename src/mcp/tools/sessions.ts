import {
  compact,
  type GraphqlConnection,
  COST,
  cut,
  presentCost,
  type ShownCost,
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
import { type Answer, type Call, defineTool } from '../calls/tool.js';
import { presentTrace, type ShownTrace, TRACE_FIELDS } from './traces.js';

const SHOWN = `
  id sessionId startTime endTime numTraces numTracesWithError userId
  tokenUsage { total }
  ${COST}
  firstInputPreview { truncatedValue }
  lastOutputPreview { truncatedValue }`;

const LIST = `query (
  $id: ID!, $first: Int!, $after: String, $range: TimeRange,
  $condition: String, $search: String, $sort: ProjectSessionSort
) {
  node(id: $id) {
    ... on Project {
      sessions(
        first: $first, after: $after, timeRange: $range, sessionFilterCondition: $condition,
        search: $search, sort: $sort
      ) {
        edges { cursor node { ${SHOWN} } }
        pageInfo { hasNextPage }
      }
    }
  }
}`;

const GET = `query ($id: ID!, $first: Int!, $after: String) {
  node(id: $id) {
    ... on ProjectSession {
      ${SHOWN}
      project { id name }
      sessionAnnotations { ${ANNOTATION_FIELDS} }
      traces(first: $first, after: $after) {
        edges { cursor node { ${TRACE_FIELDS} } }
        pageInfo { hasNextPage }
      }
    }
  }
}`;

interface ShownSession {
  id: string;
  sessionId: string;
  startTime: string;
  endTime: string;
  numTraces: number;
  numTracesWithError: number;
  userId: string | null;
  tokenUsage: { total: number };
  costSummary: ShownCost;
  firstInputPreview: { truncatedValue: string } | null;
  lastOutputPreview: { truncatedValue: string } | null;
}

interface WholeSession extends ShownSession {
  project: { id: string; name: string };
  sessionAnnotations: ShownAnnotation[];
  traces: GraphqlConnection<ShownTrace>;
}

const NAME_CHARACTERS = 200;

const COLUMNS = {
  start_time: 'startTime',
  end_time: 'endTime',
  traces: 'numTraces',
  tokens: 'tokenCountTotal',
  cost: 'costTotal',
} as const;

export const SESSION_TOOLS = [
  defineTool({
    name: 'list_sessions',
    title: 'List sessions',
    description:
      'Lists sessions (conversations of several traces) of a project, newest first: time, user, ' +
      'number of traces and failures, tokens, cost, the first input and the last output.',
    input: {
      project: inputs.project,
      start: inputs.start,
      end: inputs.end,
      search: inputs.search,
      condition: inputs.condition('sessions'),
      sort: inputs.sortBy(COLUMNS).default('start_time'),
      descending: inputs.descending,
      limit: inputs.limit(20),
      cursor: inputs.cursor,
    },
    async run(input, call) {
      const id = await findId(call, 'Project', input.project);
      const { node } = await call.graphql<{ node: { sessions: GraphqlConnection<ShownSession> } }>(
        LIST,
        {
          id,
          first: input.limit,
          after: input.cursor,
          range: inputs.readRange(input, call.now),
          condition: input.condition,
          search: input.search,
          sort: { col: COLUMNS[input.sort], dir: input.descending ? 'desc' : 'asc' },
        },
      );
      const warnings = await warnIfEmpty(call, node.sessions, {
        projectId: id,
        rows: 'sessions',
        condition: input.condition,
      });
      return toPage(node.sessions, (session) => presentSession(session, id, call), warnings);
    },
  }),
  defineTool({
    name: 'get_session',
    title: 'Get a session',
    description:
      'Returns one session with its traces in the order in which they began: the turns of the ' +
      'conversation, with the first characters of each input and output. Use get_trace for one turn, ' +
      "and search_traces with the condition session_id == '…' to sort many turns by latency or cost.",
    input: { session_id: inputs.sessionId, limit: inputs.limit(20), cursor: inputs.cursor },
    async run(input, call) {
      const id = await findId(call, 'ProjectSession', input.session_id);
      const { node } = await call.graphql<{ node: WholeSession }>(GET, {
        id,
        first: input.limit,
        after: input.cursor,
      });
      return toPage(node.traces, (trace) => presentTrace(trace, call), {
        project: cut(node.project.name, NAME_CHARACTERS),
        ...presentSession(node, node.project.id, call),
        annotations: presentAnnotations(node.sessionAnnotations),
      });
    },
  }),
];

function presentSession(session: ShownSession, projectId: string, { links }: Call): Answer {
  return compact({
    id: session.id,
    session_id: cut(session.sessionId, NAME_CHARACTERS),
    start_time: session.startTime,
    end_time: session.endTime,
    user: session.userId && cut(session.userId, NAME_CHARACTERS),
    trace_count: session.numTraces,
    failed_trace_count: session.numTracesWithError || null,
    tokens: session.tokenUsage.total || null,
    ...presentCost(session.costSummary),
    first_input: session.firstInputPreview?.truncatedValue,
    last_output: session.lastOutputPreview?.truncatedValue,
    link: links.session(projectId, session.id),
  });
}
