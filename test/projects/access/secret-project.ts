import { bearer, cookieOf, type Account, type SecuredServer } from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { CREATE_DATASET, type CreatedDataset } from './places.js';
import { newTraceId, sendTraces } from '../../support/send-traces.js';
import { sendRefused } from '../../tracing/ingestion-errors/refused-spans.js';

/** In every name and text of the secret project, so that any answer with it has leaked. */
export const SECRET = 'tenantsecret';

/** IDs of everything that a team keeps in its private project. */
export interface SecretProject {
  owner: Account;
  projectId: string;
  traceId: string;
  spanId: string;
  sessionId: string;
  datasetId: string;
  experimentId: string;
  errorId: string;
  runId: string;
  promptId: string;
  promptVersionId: string;
}

/** Makes a private project with one of each thing, as a member who manages it. */
export async function aSecretProject(server: SecuredServer): Promise<SecretProject> {
  const owner = await server.createAccount('MEMBER');
  const gql = async <T = unknown>(query: string, variables: object = {}): Promise<T> => {
    const { data, errors } = await server.gqlAs<T>(cookieOf(owner), query, variables as never);
    if (errors) throw new Error(`${errors[0]?.message} (${query})`);
    return data as T;
  };
  const rest = async <T = unknown>(path: string, body: object): Promise<T> => {
    const response = await server.request.post(path).set(bearer(owner.key)).send(body);
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
    return response.body as T;
  };
  const traceId = newTraceId();
  const spanId = 'ab12ab12ab12ab12';
  const sessionId = `${SECRET}-session`;
  const project = `${SECRET} app`;
  await sendTraces(
    server.url,
    [
      {
        project,
        traceId,
        spanId,
        name: `${SECRET} span`,
        kind: 'RETRIEVER',
        failure: `${SECRET} failure`,
        attributes: {
          'session.id': sessionId,
          'user.id': `${SECRET}-user`,
          'input.value': `${SECRET} input`,
          'retrieval.documents.0.document.content': `${SECRET} document`,
        },
      },
    ],
    bearer(owner.key),
  );
  const [row] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
    project,
  ]);
  const projectId = globalId('Project', row!.id);
  await server.gqlAs(
    cookieOf(server.accounts.ADMIN),
    `mutation ($projectId: ID!, $userId: ID!) {
       setProjectPrivacy(input: { projectId: $projectId, isPrivate: true }) { project { id } }
       setProjectRole(input: { projectId: $projectId, userId: $userId, role: MANAGER }) { project { id } }
     }`,
    { projectId, userId: globalId('User', owner.userId) },
  );
  const annotation = {
    name: SECRET,
    annotator_kind: 'HUMAN',
    result: { label: SECRET, score: 0.1 },
  };
  await rest('/v1/span_annotations?sync=true', { data: [{ ...annotation, span_id: spanId }] });
  await rest('/v1/trace_annotations?sync=true', { data: [{ ...annotation, trace_id: traceId }] });
  await rest('/v1/session_annotations?sync=true', {
    data: [{ ...annotation, session_id: sessionId }],
  });
  await rest('/v1/document_annotations?sync=true', {
    data: [{ ...annotation, span_id: spanId, document_position: 0 }],
  });
  const input = { projectId, name: SECRET };
  await gql(
    `mutation ($view: CreateSavedViewInput!, $dashboard: CreateDashboardInput!,
               $queue: CreateAnnotationQueueInput!, $rule: CreateAlertRuleInput!,
               $webhook: CreateWebhookInput!) {
       createSavedView(input: $view) { __typename }
       createDashboard(input: $dashboard) { __typename }
       createAnnotationQueue(input: $queue) { __typename }
       createAlertRule(input: $rule) { __typename }
       createWebhook(input: $webhook) { __typename }
     }`,
    {
      view: { ...input, list: 'SPANS', query: '', isShared: true },
      dashboard: { ...input, isShared: true },
      queue: { ...input, annotationConfigIds: [await anyConfig(gql)], target: 'SPAN' },
      rule: { ...input, measure: 'COUNT', windowMinutes: 15, threshold: 1_000, isEnabled: false },
      webhook: {
        ...input,
        url: `https://${SECRET}.example.com`,
        events: ['DATASET_VERSION_CREATED', 'PROMPT_TAG_MOVED'],
      },
    },
  );
  const { builtInEvaluators } = await gql<{ builtInEvaluators: [{ id: string }] }>(
    '{ builtInEvaluators { id } }',
  );
  const evaluatorId = builtInEvaluators[0].id;
  const { createDataset } = await gql<CreatedDataset>(CREATE_DATASET, { input });
  const datasetId = createDataset.dataset.id;
  await gql(
    'mutation ($input: AddExamplesToDatasetInput!) { addExamplesToDataset(input: $input) { __typename } }',
    {
      input: {
        datasetId,
        examples: [{ input: { text: SECRET }, output: { text: SECRET }, metadata: {} }],
      },
    },
  );
  await gql(
    `mutation ($input: CreateDatasetBuiltinEvaluatorInput!) {
       createDatasetBuiltinEvaluator(input: $input) { __typename } }`,
    { input: { datasetId, evaluatorId, name: SECRET, inputMapping: MAPPING } },
  );
  const experiment = await rest<{ data: { id: string; project_name: string } }>(
    `/v1/datasets/${datasetId}/experiments`,
    { name: SECRET },
  );
  const experimentId = experiment.data.id;
  const [example] = await server.sql<{ id: number }>(
    'SELECT e.id FROM dataset_examples e JOIN datasets d ON d.id = e.dataset_id WHERE d.name = $1',
    [SECRET],
  );
  const run = await rest<{ data: { id: string } }>(`/v1/experiments/${experimentId}/runs`, {
    dataset_example_id: globalId('DatasetExample', example!.id),
    output: SECRET,
    repetition_number: 1,
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2026-01-01T00:00:01Z',
  });
  await rest('/v1/experiment_evaluations', {
    experiment_run_id: run.data.id,
    name: SECRET,
    annotator_kind: 'CODE',
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2026-01-01T00:00:01Z',
    result: { label: SECRET },
  });
  await rest(`/v1/experiments/${experimentId}/tags`, { name: SECRET });
  await gql(
    `mutation ($input: CreateEvaluationRuleInput!) {
       createEvaluationRule(input: $input) { __typename } }`,
    { input: { ...input, evaluatorId, isEnabled: false, inputMapping: MAPPING } },
  );
  await sendRefused(server, project, [{ spanId: '', name: SECRET }], bearer(owner.key));
  const [error] = await server.sql<{ id: number }>(
    'SELECT error_id AS id FROM kept_spans WHERE project_id = $1',
    [row!.id],
  );
  await server.sql(
    `INSERT INTO exporters (project_id, service_name, sdk_name, sdk_version, sdk_language, key_id,
            first_seen_at, last_seen_at, http_protobuf_requests, http_json_requests, grpc_requests,
            span_count, refused_count, late_count, day, day_span_count, day_refused_count,
            day_late_count)
     VALUES ($1, $2, '', '', '', 0, now(), now(), 1, 0, 0, 1, 0, 0, now(), 1, 0, 0)`,
    [row!.id, SECRET],
  );
  await sendTraces(
    server.url,
    [{ project: experiment.data.project_name, name: `${SECRET} task` }],
    bearer(owner.key),
  );
  const { createChatPrompt } = await gql<{
    createChatPrompt: { id: string; version: { id: string } };
  }>(
    `mutation ($input: CreateChatPromptInput!) {
       createChatPrompt(input: $input) { id version { id } } }`,
    { input: { ...input, promptVersion: VERSION, tags: [{ name: 'production' }] } },
  );
  // Projects of the last minutes are looked up in another way than earlier ones, so let there be both.
  await server.sql(
    `UPDATE projects SET created_at = now() - interval '1 hour'
      WHERE id < (SELECT max(id) FROM projects WHERE parent_id IS NOT NULL)`,
  );
  // Otherwise the server would go on to change the log of its messages.
  await server.sql('UPDATE webhooks SET is_enabled = false');
  return {
    owner,
    projectId,
    traceId,
    spanId,
    sessionId,
    datasetId,
    experimentId,
    errorId: globalId('IngestionError', error!.id),
    runId: run.data.id,
    promptId: createChatPrompt.id,
    promptVersionId: createChatPrompt.version.id,
  };
}

const MAPPING = { pathMapping: {}, literalMapping: {} };

const VERSION = {
  modelProvider: 'OPENAI',
  modelName: 'gpt-4o',
  templateFormat: 'NONE',
  invocationParameters: { openai: {} },
  template: { messages: [{ role: 'USER', content: [{ text: { text: SECRET } }] }] },
};

async function anyConfig(gql: <T>(query: string) => Promise<T>): Promise<string> {
  const { createAnnotationConfig } = await gql<{
    createAnnotationConfig: { annotationConfig: { id: string } };
  }>(
    `mutation { createAnnotationConfig(input: { annotationConfig: { freeform: { name: "for queues" } } }) {
       annotationConfig { ... on FreeformAnnotationConfig { id } } } }`,
  );
  return createAnnotationConfig.annotationConfig.id;
}
