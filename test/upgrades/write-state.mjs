/**
 * Writes what a server of an earlier version left in its database to a file of `states`, which the tests
 * beside it upgrade. Run it before a migration is added that changes rows or fills new tables:
 *
 *   git worktree add /tmp/old <commit> && (cd /tmp/old && npm ci && npm run build:server)
 *   node test/upgrades/write-state.mjs /tmp/old test/upgrades/states/<last migration>.sql
 *
 * It starts the server of that checkout on a new database, sends everything over its API, as clients of
 * that time did, and waits until the background loops are done. What the version does not have yet
 * answers 404 or an error, and is left out.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/src/database/embedded/embedded-postgres.js';

const PORT = 7949;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
const ADMIN_SECRET = 'Upgrades-admin-secret-0123456789abcdef';
/** The tests start servers with the same secret, because it seals what is stored. */
const SECRET = 'Upgrades-secret-0123456789abcdef0123456789';
/** Loops pause for a few seconds. */
const SETTLE_MS = 15_000;

/** Rows that say nothing about the version, that every start writes again, or that are short-lived. */
const LEFT_OUT = {
  audit_events: 'false',
  rate_limits: 'false',
  login_attempts: 'false',
  login_sessions: 'false',
  login_tokens: 'false',
  generative_models: `id IN (SELECT model_id FROM span_costs)`,
  token_prices: `model_id IN (SELECT model_id FROM span_costs)`,
};

const [checkout, output] = process.argv.slice(2);
const directory = await mkdtemp(join(tmpdir(), 'spandrel-state-'));
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  durable: false,
  log: () => {},
});
const child = spawn(process.execPath, [resolve(checkout, 'dist/src/main.js')], {
  cwd: directory,
  env: {
    PATH: process.env.PATH,
    SPANDREL_PORT: String(PORT),
    SPANDREL_GRPC_PORT: String(PORT - 1),
    SPANDREL_DATABASE_URL: postgres.url,
    SPANDREL_SECRET: SECRET,
    SPANDREL_ADMIN_SECRET: ADMIN_SECRET,
    SPANDREL_ENABLE_AUTH: process.env.WITHOUT_ACCOUNTS ? 'false' : 'true',
    SPANDREL_LOGGING_LEVEL: 'warning',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
try {
  while (
    !(await fetch(`${URL_OF_SERVER}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The server ended.');
    await sleep(200);
  }
  await fill();
  await sleep(SETTLE_MS);
  await writeFile(output, await dump());
} finally {
  if (child.exitCode === null) {
    child.kill();
    await new Promise((done) => child.once('close', done));
  }
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function fill() {
  await send('/v1/traces', traces());
  await gql('createUser', 'CreateUserInput', 'user { id }', {
    email: 'ada@example.com',
    username: 'ada',
    password: 'Analytical-engine-1843',
    role: 'MEMBER',
  });
  await annotate();
  const version = await uploadDataset();
  if (version) await experiment(version);
  const template = { type: 'chat', messages: [{ role: 'user', content: 'Hi {{who}}' }] };
  const prompt = await send('/v1/prompts', {
    prompt: { name: 'greeting', description: 'says hello' },
    version: {
      model_provider: 'OPENAI',
      model_name: 'gpt-4o',
      template_type: 'CHAT',
      template_format: 'MUSTACHE',
      template,
      invocation_parameters: { type: 'openai', openai: { temperature: 0.2 } },
    },
  });
  await arrange(prompt?.data.id);
}

/** Two sessions with traces that succeed, fail, and cost something, over two days. */
function traces() {
  const day = Date.UTC(2026, 9, 1, 8);
  const spans = [0, 1, 2, 3].flatMap((number) => {
    const at = day + number * 11 * 3_600_000;
    const isFailed = number === 2;
    const traceId = `a${number}`.repeat(16);
    const span = (id, parent, name, kind, attributes, failure) => ({
      traceId,
      spanId: `${id}${number}`.repeat(8),
      ...(parent && { parentSpanId: `${parent}${number}`.repeat(8) }),
      name,
      startTimeUnixNano: `${at + id * 10}123456`,
      endTimeUnixNano: `${at + 900 - id * 100}654321`,
      status: failure ? { code: 2, message: failure } : { code: 1 },
      attributes: Object.entries({
        'openinference.span.kind': kind,
        'session.id': `session-${number % 2}`,
        'user.id': 'customer-7',
        ...attributes,
      }).map(([key, value]) => ({
        key,
        value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value },
      })),
      events: failure
        ? [
            {
              name: 'exception',
              timeUnixNano: `${at + 500}000000`,
              attributes: [
                { key: 'exception.type', value: { stringValue: 'TimeoutError' } },
                { key: 'exception.message', value: { stringValue: failure } },
              ],
            },
          ]
        : [],
    });
    const question = `Where is parcel ${number}? ${'It was sent on Monday. '.repeat(20)}`;
    return [
      span(1, null, 'answer', 'AGENT', { 'input.value': question, 'output.value': 'In Paris.' }),
      span(
        2,
        1,
        'look up',
        'RETRIEVER',
        { 'retrieval.documents.0.document.content': `Parcel ${number} is in Paris.` },
        isFailed && 'took too long',
      ),
      span(3, 1, 'ask the model', 'LLM', {
        'llm.model_name': 'gpt-4o',
        'llm.provider': 'openai',
        'llm.token_count.prompt': 120 + number,
        'llm.token_count.completion': 30,
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': question,
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.content': 'In Paris.',
      }),
    ];
  });
  const attributes = [{ key: 'openinference.project.name', value: { stringValue: 'parcels' } }];
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] };
}

async function annotate() {
  const given = { annotator_kind: 'HUMAN', result: { label: 'good', score: 0.75 } };
  const spanId = '10'.repeat(8);
  const wait = '?sync=true';
  const one = (target) => ({ data: [{ name: 'quality', ...target, ...given }] });
  await send(`/v1/span_annotations${wait}`, one({ span_id: spanId }));
  await send(`/v1/trace_annotations${wait}`, one({ trace_id: 'a0'.repeat(16) }));
  await send(`/v1/session_annotations${wait}`, one({ session_id: 'session-0' }));
  await send(
    `/v1/document_annotations${wait}`,
    one({ span_id: '20'.repeat(8), document_position: 0 }),
  );
}

function uploadDataset() {
  return send('/v1/datasets/upload?sync=true', {
    action: 'create',
    name: 'questions',
    inputs: [{ q: 'Where?' }, { q: 'When?', nested: { n: 1.5 } }],
    outputs: [{ a: 'Paris' }, { a: 'Monday' }],
    metadata: [{ from: 'support' }, {}],
  });
}

async function experiment({ data: { dataset_id: dataset } }) {
  const created = await send(`/v1/datasets/${dataset}/experiments`, {
    name: 'first try',
    repetitions: 1,
  });
  const { data } = await ask(`/v1/datasets/${dataset}/examples`);
  const times = { start_time: '2026-10-02T04:05:06.001Z', end_time: '2026-10-02T04:05:06.250Z' };
  for (const { id } of data.examples) {
    const run = await send(`/v1/experiments/${created.data.id}/runs`, {
      dataset_example_id: id,
      output: { a: 'Paris' },
      repetition_number: 1,
      ...times,
    });
    await send('/v1/experiment_evaluations', {
      experiment_run_id: run.data.id,
      name: 'exact',
      annotator_kind: 'CODE',
      result: { label: 'ok', score: 1, explanation: 'as it should' },
      ...times,
    });
  }
}

/** What came later, over GraphQL only. */
async function arrange(promptVersionId) {
  const found = await gqlQuery('{ projects(first: 10) { edges { node { id name } } } }');
  const projectId = found.projects.edges.find(({ node }) => node.name === 'parcels').node.id;
  await gql('createSavedView', 'CreateSavedViewInput', '__typename', {
    projectId,
    list: 'SPANS',
    name: 'failed',
    query: 'status=ERROR',
  });
  await gql('createDashboard', 'CreateDashboardInput', '__typename', {
    projectId,
    name: 'overview',
  });
  await gql('createLlmEvaluator', 'CreateLLMEvaluatorInput', '__typename', {
    name: 'politeness',
    promptVersionId,
    outputConfigs: [
      {
        categorical: {
          name: 'polite',
          optimizationDirection: 'MAXIMIZE',
          values: [
            { label: 'yes', score: 1 },
            { label: 'no', score: 0 },
          ],
        },
      },
    ],
  });
  const builtIn = await gqlQuery('{ builtInEvaluators { id name } }');
  const contains = builtIn?.builtInEvaluators.find(({ name }) => name === 'contains');
  if (contains) {
    await gql('createEvaluationRule', 'CreateEvaluationRuleInput', '__typename', {
      projectId,
      name: 'mentions Paris',
      target: 'SPAN',
      condition: '',
      samplingRate: 1,
      evaluatorId: contains.id,
      inputMapping: { literalMapping: { words: ['Paris'] }, pathMapping: { text: 'output' } },
    });
  }
}

async function ask(path, init = {}) {
  const response = await fetch(URL_OF_SERVER + path, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_SECRET}` },
  });
  const text = await response.text();
  if (response.ok) return text === '' ? null : JSON.parse(text);
  process.stderr.write(`left out: ${path} ${response.status} ${text.slice(0, 200)}\n`);
  return null;
}

function send(path, body) {
  return ask(path, { method: 'POST', body: JSON.stringify(body) });
}

async function gqlQuery(query, variables) {
  const { data, errors } = (await send('/graphql', { query, variables })) ?? {};
  if (errors) process.stderr.write(`left out: ${query.slice(0, 60)} ${errors[0].message}\n`);
  return data;
}

function gql(operation, type, selection, input) {
  const query = `mutation ($input: ${type}!) { ${operation}(input: $input) { ${selection} } }`;
  return gqlQuery(query, { input });
}

/** Renders all rows as statements, with the migrations that had run in the first line. */
async function dump() {
  const client = new pg.Client(postgres.url);
  await client.connect();
  const column = async (text, values) =>
    (await client.query({ text, values, rowMode: 'array' })).rows.map(([value]) => value);
  const names = await column('SELECT name FROM migrations ORDER BY id');
  const lines = [`-- ${names.join(' ')}`];
  const tables = await column(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'
      ORDER BY tablename`,
  );
  for (const table of tables) {
    const columns = await column(
      `SELECT column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
      [table],
    );
    const values = columns.map((name) => `quote_nullable("${name}"::text)`).join(` || ', ' || `);
    const rows = await column(
      `SELECT ${values} FROM "${table}" WHERE ${LEFT_OUT[table] ?? 'true'} ORDER BY 1`,
    );
    for (const row of rows) {
      lines.push(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${row});`);
    }
    if (!columns.includes('id')) continue;
    const last = await column(`SELECT coalesce(max(id), 0) FROM "${table}"`);
    lines.push(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), ${last[0]} + 1);`);
  }
  await client.end();
  return `${lines.join('\n')}\n`;
}
