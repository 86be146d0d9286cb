import { randomBytes } from 'node:crypto';
import { bearer, cookieOf, type Account, type SecuredServer } from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { CREATE_DATASET, type CreatedDataset } from './projects-with-roles.js';
import { newTraceId, sendTraces } from '../../support/send-traces.js';
import { sendRefused } from '../../tracing/ingestion-errors/refused-spans.js';

/** In every name and text of the secret project, so that any answer with it has leaked. */
export const SECRET = 'tenantsecret';

/** Types of nodes, and where their rows are. */
export const TABLES: Record<string, string> = {
  AlertRule: 'alert_rules',
  AnnotationQueue: 'annotation_queues',
  Dashboard: 'dashboards',
  Dataset: 'datasets',
  DatasetEvaluator: 'dataset_evaluators',
  DatasetExample: 'dataset_examples',
  EvaluationRule: 'evaluation_rules',
  Experiment: 'experiments',
  ExperimentRun: 'experiment_runs',
  ExperimentTag: 'experiment_tags',
  IngestionError: 'ingestion_errors',
  Project: 'projects',
  ProjectSession: 'project_sessions',
  Prompt: 'prompts',
  PromptVersion: 'prompt_versions',
  PromptVersionTag: 'prompt_version_tags',
  SavedView: 'saved_views',
  Span: 'spans',
  SpanAnnotation: 'span_annotations',
  Trace: 'traces',
  TraceAnnotation: 'trace_annotations',
  Webhook: 'webhooks',
  WebhookDelivery: 'webhook_deliveries',
};

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

/** Makes a private project with one of each thing, as a member who manages it. `word` is in every text. */
export async function aSecretProject(server: SecuredServer, word = SECRET): Promise<SecretProject> {
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
  const spanId = randomBytes(8).toString('hex');
  const sessionId = `${word}-session`;
  const project = `${word} app`;
  await sendTraces(
    server.url,
    [
      {
        project,
        traceId,
        spanId,
        name: `${word} span`,
        kind: 'RETRIEVER',
        failure: `${word} failure`,
        attributes: {
          'session.id': sessionId,
          'user.id': `${word}-user`,
          'input.value': `${word} input`,
          'retrieval.documents.0.document.content': `${word} document`,
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
    name: word,
    annotator_kind: 'HUMAN',
    result: { label: word, score: 0.1 },
  };
  await rest('/v1/span_annotations?sync=true', { data: [{ ...annotation, span_id: spanId }] });
  await rest('/v1/trace_annotations?sync=true', { data: [{ ...annotation, trace_id: traceId }] });
  await rest('/v1/session_annotations?sync=true', {
    data: [{ ...annotation, session_id: sessionId }],
  });
  await rest('/v1/document_annotations?sync=true', {
    data: [{ ...annotation, span_id: spanId, document_position: 0 }],
  });
  const input = { projectId, name: word };
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
        url: `https://${word}.example.com`,
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
        examples: [{ input: { text: word }, output: { text: word }, metadata: {} }],
      },
    },
  );
  await gql(
    `mutation ($input: CreateDatasetBuiltinEvaluatorInput!) {
       createDatasetBuiltinEvaluator(input: $input) { __typename } }`,
    { input: { datasetId, evaluatorId, name: word, inputMapping: MAPPING } },
  );
  const experiment = await rest<{ data: { id: string; project_name: string } }>(
    `/v1/datasets/${datasetId}/experiments`,
    { name: word },
  );
  const experimentId = experiment.data.id;
  const [example] = await server.sql<{ id: number }>(
    'SELECT e.id FROM dataset_examples e JOIN datasets d ON d.id = e.dataset_id WHERE d.name = $1',
    [word],
  );
  const run = await rest<{ data: { id: string } }>(`/v1/experiments/${experimentId}/runs`, {
    dataset_example_id: globalId('DatasetExample', example!.id),
    output: word,
    repetition_number: 1,
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2026-01-01T00:00:01Z',
  });
  await rest('/v1/experiment_evaluations', {
    experiment_run_id: run.data.id,
    name: word,
    annotator_kind: 'CODE',
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2026-01-01T00:00:01Z',
    result: { label: word },
  });
  await rest(`/v1/experiments/${experimentId}/tags`, { name: word });
  await gql(
    `mutation ($input: CreateEvaluationRuleInput!) {
       createEvaluationRule(input: $input) { __typename } }`,
    { input: { ...input, evaluatorId, isEnabled: false, inputMapping: MAPPING } },
  );
  await sendRefused(server, project, [{ spanId: '', name: word }], bearer(owner.key));
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
    [row!.id, word],
  );
  await sendTraces(
    server.url,
    [{ project: experiment.data.project_name, name: `${word} task` }],
    bearer(owner.key),
  );
  const { createChatPrompt } = await gql<{
    createChatPrompt: { id: string; version: { id: string } };
  }>(
    `mutation ($input: CreateChatPromptInput!) {
       createChatPrompt(input: $input) { id version { id } } }`,
    { input: { ...input, promptVersion: versionWith(word), tags: [{ name: 'production' }] } },
  );
  // Projects of the last minutes are looked up in another way than earlier ones, so let there be both.
  await server.sql(
    `UPDATE projects SET created_at = now() - interval '1 hour'
      WHERE id >= $1 AND id < (SELECT max(id) FROM projects WHERE parent_id IS NOT NULL)`,
    [row!.id],
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

const versionWith = (word: string) => ({
  modelProvider: 'OPENAI',
  modelName: 'gpt-4o',
  templateFormat: 'NONE',
  invocationParameters: { openai: {} },
  template: { messages: [{ role: 'USER', content: [{ text: { text: word } }] }] },
});

/** Every server has some, and all projects share them. */
async function anyConfig(gql: <T>(query: string) => Promise<T>): Promise<string> {
  const { annotationConfigs } = await gql<{
    annotationConfigs: { edges: [{ node: { id: string } }] };
  }>('{ annotationConfigs(first: 1) { edges { node { ... on Node { id } } } } }');
  return annotationConfigs.edges[0].node.id;
}
