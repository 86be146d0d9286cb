import { readFileSync } from 'node:fs';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { type GraphQLNamedType, isObjectType } from 'graphql';
import { connectAgent } from '../../mcp/agent.js';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { whenIndexed, whenPriced } from '../../support/background-loops.js';
import { ExporterHealth } from '../../support/built.js';
import { globalId } from '../../support/global-id.js';
import { sendTraces } from '../../support/send-traces.js';
import { placesOn } from './projects-with-roles.js';
import { aSecretProject, SECRET, type SecretProject, TABLES } from './secret-project.js';
import { type Arguments, callField, selectAll } from './select-all.js';

const matrix = JSON.parse(
  readFileSync(new URL('../../access/matrix.json', import.meta.url), 'utf8'),
) as { rest: Record<string, string> };

const OWN = 'ownteam';
const HOUR_MS = 3_600_000;

const SHOWN_TO_ADMINISTRATORS = [
  'Query.projectCount',
  'Query.datasets',
  'Query.promptCount',
  'Query.projectTraceRetentionPolicies',
  'Query.unpricedSpanCount',
  'GenerativeModel.costSummary',
  'GenerativeModel.lastUsedAt',
];

/** Other nodes mostly lead to these. */
const WITH_FIGURES = new Set(['Project', 'GenerativeModel']);

/** Everything that somebody can read, with what it says. */
type Answers = Map<string, string>;

/** Whether to read what has this name. */
type Chosen = (name: string) => boolean;

/** Numbers, orders and times say something of a private project, too, without its name. */
describe('the figures that others read', () => {
  let server: SecuredServer;
  let own: SecretProject;
  let ids: Record<string, string>;
  let given: Arguments;

  beforeAll(async () => {
    server = await startSecuredServer();
    // Something is hidden from everyone before, too.
    await placesOn(() => server).aPlace(true);
    own = await aSecretProject(server, OWN);
    await askModels(own, OWN);
    ids = {};
    const tables = { ...TABLES, GenerativeModel: 'generative_models' };
    for (const [type, table] of Object.entries(tables)) {
      const order = table === 'generative_models' ? 'last_used_at NULLS LAST' : 'id DESC';
      const rows = await server.sql<{ id: number }>(
        `SELECT id FROM ${table} ORDER BY ${order} LIMIT 1`,
      );
      ids[type] = globalId(type, rows[0]!.id);
    }
    ids['Project'] = own.projectId;
    const at = (ms: number) => JSON.stringify(new Date(Date.now() + ms).toISOString());
    given = {
      ...Object.fromEntries(
        ['annotationName', 'evaluationName', 'name'].map((name) => [name, `"${OWN}"`]),
      ),
      timeRange: `{ start: ${at(-HOUR_MS)}, end: ${at(HOUR_MS)} }`,
      chart: '{ entity: SPANS, kind: LINES, aggregation: COUNT }',
      first: '20',
      search: '"a"',
      includeEphemeral: 'true',
      includeUnusedBuiltin: 'true',
      probability: '0.5',
      bins: '5',
      days: '5',
      hours: '5',
      datasetEvaluatorId: JSON.stringify(ids['DatasetEvaluator']),
      traceId: JSON.stringify(own.traceId),
      rule: '{ maxDays: { maxDays: 1 } }',
    };
  });
  afterAll(() => server.stop());

  /** Sends spans that cost something, also failed ones, and waits until all is known of them. */
  async function askModels({ owner }: SecretProject, word: string): Promise<void> {
    const attributes = {
      'llm.model_name': 'gpt-4o',
      'llm.provider': 'openai',
      'llm.token_count.prompt': 100,
      'llm.token_count.completion': 50,
      'user.id': 'anna',
      'session.id': `${word}-2`,
    };
    const span = { project: `${word} app`, name: 'call', kind: 'LLM', attributes };
    await sendTraces(server.url, [span, { ...span, failure: 'boom' }], bearer(owner.key));
    await whenPriced(server);
    await whenIndexed(server);
    // Otherwise the server would do so in a few seconds.
    await server.app.get(ExporterHealth, { strict: false }).flush();
  }

  /** Reads everything, or only what has these names. */
  const readAll = async (account: Account, isRead: Chosen = () => true): Promise<Answers> =>
    new Map([
      ...(await readFields(account, isRead)),
      ...(await readRoutes(account, isRead)),
      ...(await readTools(account, isRead)),
    ]);

  async function readFields(account: Account, isRead: Chosen): Promise<Answers> {
    const answers: Answers = new Map();
    const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
    const ask = async (query: string): Promise<string> => {
      const { text } = await server.request.post('/graphql').set(cookieOf(account)).send({ query });
      expect(text).not.toContain('INTERNAL_SERVER_ERROR');
      return text.replaceAll(/"lastUsedAt":[^,]*,"name":"test"| \d+ \w+ ago/g, '');
    };
    const fieldsOf = (type: GraphQLNamedType) =>
      isObjectType(type) ? Object.values(type.getFields()) : [];
    for (const field of fieldsOf(schema.getQueryType()!)) {
      const call = callField(field, given);
      if (call === null || !isRead(`Query.${field.name}`)) continue;
      // Selections that are too large are refused.
      for (const levels of [3, 2]) {
        const answer = await ask(`{ ${call} ${selectAll(field.type, levels, given)} }`);
        answers.set(`Query.${field.name}`, answer);
        if (!answer.startsWith('{"errors"')) break;
      }
    }
    // Nobody else can see the nodes of the project.
    const nodes = account === own.owner ? ids : { GenerativeModel: ids['GenerativeModel']! };
    for (const [type, id] of Object.entries(nodes)) {
      const calls = fieldsOf(schema.getType(type)!).flatMap((field) => {
        const call = callField(field, given);
        const levels = WITH_FIGURES.has(type) ? 2 : 1;
        return call === null || !isRead(`${type}.${field.name}`)
          ? []
          : { field, text: `${call} ${selectAll(field.type, levels, given)}` };
      });
      const askFor = async (selected: string) => {
        const text = await ask(`{ node(id: "${id}") { ... on ${type} { ${selected} } } }`);
        const { data, errors } = JSON.parse(text) as {
          data?: { node: Record<string, unknown> };
          errors?: unknown;
        };
        return { node: errors ? null : data!.node, text };
      };
      if (calls.length === 0) continue;
      // Together if they are neither refused nor too large.
      const together = await askFor(calls.map(({ text }) => text).join(' '));
      for (const { field, text } of calls) {
        const alone = together.node ? together : await askFor(text);
        const value = alone.node ? alone.node[field.name] : alone.text;
        answers.set(`${type}.${field.name}`, JSON.stringify(value));
      }
    }
    return answers;
  }

  async function readRoutes(account: Account, isRead: Chosen): Promise<Answers> {
    const answers: Answers = new Map();
    const parameters: Record<string, string> = {
      project_identifier: own.projectId,
      project_name: `${OWN} app`,
      trace_id: own.traceId,
      trace_identifier: own.traceId,
      span_id: own.spanId,
      span_identifier: own.spanId,
      session_id: own.sessionId,
      session_identifier: own.sessionId,
      dataset_identifier: own.datasetId,
      dataset_id: own.datasetId,
      experiment_id: own.experimentId,
      error_id: own.errorId,
      prompt_identifier: own.promptId,
      prompt_version_id: own.promptVersionId,
      tag_name: 'production',
      id: own.datasetId,
    };
    for (const route of Object.keys(matrix.rest)) {
      const [verb, pattern] = route.split(' ') as [string, string];
      if (verb !== 'GET' || /^\/(auth|oauth2|mcp|\*path|$)/.test(pattern)) continue;
      if (!isRead(route)) continue;
      const path = pattern.replaceAll(/[:*](\w+)/g, (_, name: string) =>
        encodeURIComponent(parameters[name] ?? 'sample'),
      );
      const { status, headers, text } = await server.request
        .get(path)
        .query({ limit: 1, span_ids: own.spanId, trace_ids: own.traceId })
        .set(bearer(account.key))
        .redirects(0);
      expect(status < 500 ? '' : `${route}: ${text}`).toBe('');
      const { etag, link, location } = headers;
      // Pages have another nonce each time, and uses of a key and ages of problems change.
      const shown = text.replaceAll(/nonce="[^"]*"|"last_used_at":"[^"]*"| \d+ \w+ ago/g, '');
      answers.set(route, JSON.stringify([status, etag, link, location, shown]));
    }
    return answers;
  }

  async function readTools(account: Account, isRead: Chosen): Promise<Answers> {
    const answers: Answers = new Map();
    const agent = await connectAgent(server.url, bearer(account.key));
    const { tools } = await agent.client.listTools();
    for (const { name, inputSchema, annotations } of tools) {
      if (!annotations?.readOnlyHint || !isRead(`MCP ${name}`)) continue;
      const values: Record<string, string> = { project: own.projectId, dataset: own.datasetId };
      const required = inputSchema.required ?? [];
      const input = Object.fromEntries(required.map((one) => [one, values[one] ?? own.traceId]));
      answers.set(`MCP ${name}`, (await agent.ask(name, input)).text);
    }
    await agent.client.close();
    return answers;
  }

  const findChanged = (before: Answers, after: Answers): string[] =>
    [...before.keys()].filter((key) => before.get(key) !== after.get(key));

  it('does not change by anything that a team does in its private project', async () => {
    const isShown = (name: string) => SHOWN_TO_ADMINISTRATORS.includes(name);
    const readForAll = () => readFields(server.accounts.ADMIN, isShown);
    const before = await readAll(own.owner);
    const beforeForAll = await readForAll();
    await askModels(await aSecretProject(server), SECRET);
    await server.sql(
      `INSERT INTO unpriced_spans (span_ids, retry_at)
       SELECT array_agg(s.id), now() + interval '1 day' FROM spans s
         JOIN projects p ON p.id = s.project_id WHERE p.name = $1`,
      [`${SECRET} app`],
    );
    await server.sql(
      `INSERT INTO retention_runs (policy_id, ended_at, deleted_traces)
       SELECT id, now(), 42 FROM retention_policies WHERE is_default`,
    );
    const after = await readAll(own.owner);
    const changed = findChanged(before, after);
    // Some answers contain the time, or when a key was last used, so they change on their own.
    const again = await readAll(own.owner, (name) => changed.includes(name));
    expect(changed.filter((name) => after.get(name) === again.get(name))).toEqual([]);
    expect(changed.length).toBeLessThan(20);
    // What administrators see proves that the others could have seen it.
    const changedForAll = findChanged(beforeForAll, await readForAll());
    expect(changedForAll.toSorted()).toEqual(SHOWN_TO_ADMINISTRATORS.toSorted());
  }, 120_000);
});
