let serverUrl;
let adminSecret;

/**
 * Sends something of everything to a server, over its API. What it does not have, it refuses, and a line
 * says so.
 */
export async function fillServer(url, secret) {
  [serverUrl, adminSecret] = [url, secret];
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
    const span = (id, parent, name, kind, values, failure) => ({
      traceId,
      spanId: `${id}${number}`.repeat(8),
      ...(parent && { parentSpanId: `${parent}${number}`.repeat(8) }),
      name,
      startTimeUnixNano: `${at + id * 10}123456`,
      endTimeUnixNano: `${at + 900 - id * 100}654321`,
      status: failure ? { code: 2, message: failure } : { code: 1 },
      attributes: attributes({
        'openinference.span.kind': kind,
        'session.id': `session-${number % 2}`,
        'user.id': 'customer-7',
        ...values,
      }),
      events: failure ? [exception(at, failure)] : [],
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
  const resource = { attributes: attributes({ 'openinference.project.name': 'parcels' }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] };
}

function exception(at, message) {
  const values = { 'exception.type': 'TimeoutError', 'exception.message': message };
  return { name: 'exception', timeUnixNano: `${at + 500}000000`, attributes: attributes(values) };
}

function attributes(values) {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value },
  }));
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

/** Adds the entities that came later, over GraphQL only. */
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
          values: [{ label: 'yes', score: 1 }],
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
  const response = await fetch(serverUrl + path, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${adminSecret}` },
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
