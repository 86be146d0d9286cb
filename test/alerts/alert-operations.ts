import { eventuallyAfter } from '../support/background-loops.js';
import { aTrace, type TraceRow } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import type { GraphqlAnswer, TestServer } from '../support/server.js';

export interface Rule {
  id: string;
  name: string;
  state: string;
  lastValue: number | null;
  lastError: string | null;
  evaluatedAt: string | null;
  recipients: { id: string }[];
  webhooks: { id: string }[];
}

const RULE = 'id name state lastValue lastError evaluatedAt recipients { id } webhooks { id }';

export const CREATE = `mutation ($input: CreateAlertRuleInput!) {
  createAlertRule(input: $input) { alertRule { ${RULE} } } }`;

const MINUTE_MS = 60_000;

export const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * MINUTE_MS).toISOString();

let count = 0;

/** Operations on alert rules, as a user. */
export function alertOperations(
  server: () => Pick<TestServer, 'sql'> &
    Partial<Pick<TestServer, 'app'>> & {
      gql<T>(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<T>>;
    },
) {
  const create = (projectId: number, given: object) =>
    server().gql<{ createAlertRule: { alertRule: Rule } }>(CREATE, {
      input: {
        projectId: globalId('Project', projectId),
        name: `rule ${++count}`,
        measure: 'COUNT',
        windowMinutes: 15,
        threshold: 0,
        ...given,
      },
    });
  async function read(id: string): Promise<Rule> {
    const { data } = await server().gql<{ node: Rule }>(
      `query ($id: ID!) { node(id: $id) { ... on AlertRule { ${RULE} } } }`,
      { id },
    );
    return data!.node;
  }
  return {
    create,
    read,
    aRule: async (projectId: number, given: object = {}): Promise<Rule> => {
      const { data, errors } = await create(projectId, given);
      if (!data) throw new Error(errors?.[0]?.message);
      return data.createAlertRule.alertRule;
    },
    update: (input: object) =>
      server().gql(
        `mutation ($input: UpdateAlertRuleInput!) { updateAlertRule(input: $input) { alertRule { id } } }`,
        { input },
      ),
    /** Waits until a rule was evaluated for the first time, and returns it. */
    whenEvaluated: (rule: Rule) =>
      eventuallyAfter(server(), ['alerts'], 'an evaluation', async () => {
        const now = await read(rule.id);
        return now.evaluatedAt === null ? null : now;
      }),
    /** Evaluates all rules, as if their next minute had come, and returns one of them. */
    evaluate: async (rule: Rule): Promise<Rule> => {
      const [[due]] = (await server().sql(
        'UPDATE alert_rules SET next_evaluation_at = now() RETURNING now() AS now',
      )) as unknown as [[{ now: string }]];
      return eventuallyAfter(server(), ['alerts'], 'the next evaluation', async () => {
        const now = await read(rule.id);
        return now.evaluatedAt !== null && now.evaluatedAt > due.now ? now : null;
      });
    },
    /** Lets what a rule remembers be older. */
    passTime: (minutes: number) =>
      server().sql(
        `UPDATE alert_rules SET inside_since = inside_since - $1 * interval '1 min',
                last_message_at = last_message_at - $1 * interval '1 min'`,
        [minutes],
      ),
    /** The same for the groups of rules. */
    passTimeOfGroups: (minutes: number) =>
      server().sql(
        `UPDATE alert_rules SET groups = (
           SELECT coalesce(jsonb_agg(g || jsonb_build_object(
             'insideSince', (g->>'insideSince')::timestamptz - $1 * interval '1 min',
             'lastMessageAt', (g->>'lastMessageAt')::timestamptz - $1 * interval '1 min')), '[]')
             FROM jsonb_array_elements(groups) g)`,
        [minutes],
      ),
    listEvents: async (projectId: number) => {
      const { data } = await server().gql<{
        node: { alertEvents: { edges: { node: { state: string; summary: string } }[] } };
      }>(
        `query ($id: ID!) { node(id: $id) { ... on Project { alertEvents(first: 50) {
           edges { node { state value summary rule { name } } } } } } }`,
        { id: globalId('Project', projectId) },
      );
      return data!.node.alertEvents.edges.map(({ node }) => node);
    },
  };
}

/** Inserts a trace that began some minutes ago. */
export function aRecentTrace(
  server: TestServer,
  projectId: number,
  agoMinutes: number,
  {
    durationMs = 1_000,
    ...given
  }: Partial<TraceRow> & {
    durationMs?: number;
    prompt_cost?: number;
    completion_cost?: number;
    token_span_count?: number;
    unpriced_span_count?: number;
  } = {},
): Promise<TraceRow> {
  const start = Date.now() - agoMinutes * MINUTE_MS;
  return aTrace(server, {
    project_id: projectId,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + durationMs).toISOString(),
    span_count: 1,
    ...given,
  });
}
