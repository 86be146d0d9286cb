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
import { whenPriced } from '../../support/background-loops.js';
import { globalId } from '../../support/global-id.js';
import { sendTraces } from '../../support/send-traces.js';
import { placesOn } from './places.js';
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

/** Numbers, orders and times say something of a private project, too, without its name. */
describe('what others read', () => {
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

  /** Sends spans that cost something, also failed ones. */
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
  }

  const readAll = async (account: Account): Promise<Answers> =>
    new Map([
      ...(await readFields(account)),
      ...(await readRoutes(account)),
      ...(await readTools(account)),
    ]);

  async function readFields(account: Account): Promise<Answers> {
    const answers: Answers = new Map();
    const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
    const ask = async (query: string): Promise<string> => {
      const { text } = await server.request.post('/graphql').set(cookieOf(account)).send({ query });
      return text.replaceAll(/"lastUsedAt":[^,]*,"name":"test"/g, '');
    };
    const fieldsOf = (type: GraphQLNamedType) =>
      isObjectType(type) ? Object.values(type.getFields()) : [];
    for (const field of fieldsOf(schema.getQueryType()!)) {
      const call = callField(field, given);
      if (call === null) continue;
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
        return call === null
          ? []
          : { field, text: `${call} ${selectAll(field.type, levels, given)}` };
      });
      const askFor = (selected: string) =>
        ask(`{ node(id: "${id}") { ... on ${type} { ${selected} } } }`);
      // Together if they are neither refused nor too large.
      const together = JSON.parse(await askFor(calls.map(({ text }) => text).join(' '))) as {
        data?: { node: Record<string, unknown> };
        errors?: unknown;
      };
      for (const { field, text } of calls) {
        const value = together.errors ? await askFor(text) : together.data!.node[field.name];
        answers.set(`${type}.${field.name}`, JSON.stringify(value));
      }
    }
    return answers;
  }

  async function readRoutes(account: Account): Promise<Answers> {
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
      const path = pattern.replaceAll(/[:*](\w+)/g, (_, name: string) =>
        encodeURIComponent(parameters[name] ?? 'sample'),
      );
      const { status, headers, text } = await server.request
        .get(path)
        .query({ limit: 1, span_ids: own.spanId, trace_ids: own.traceId })
        .set(bearer(account.key))
        .redirects(0);
      const { etag, link, location } = headers;
      // Pages have another nonce each time, and the use of a key is stored once a minute.
      const shown = text.replaceAll(/nonce="[^"]*"|"last_used_at":"[^"]*"/g, '');
      answers.set(route, JSON.stringify([status, etag, link, location, shown]));
    }
    return answers;
  }

  async function readTools(account: Account): Promise<Answers> {
    const answers: Answers = new Map();
    const agent = await connectAgent(server.url, bearer(account.key));
    const { tools } = await agent.client.listTools();
    for (const { name, inputSchema, annotations } of tools) {
      if (!annotations?.readOnlyHint) continue;
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
    const before = await readAll(own.owner);
    // Some answers contain the time, or when a key was last used.
    const moving = findChanged(before, await readAll(own.owner));
    const beforeForAll = await readFields(server.accounts.ADMIN);
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
    const changed = findChanged(before, await readAll(own.owner));
    expect(changed.filter((key) => !moving.includes(key))).toEqual([]);
    expect(moving.length).toBeLessThan(20);
    // What administrators see proves that the others could have seen it.
    const changedForAll = findChanged(beforeForAll, await readFields(server.accounts.ADMIN));
    expect(SHOWN_TO_ADMINISTRATORS.filter((key) => !changedForAll.includes(key))).toEqual([]);
  }, 120_000);
});
