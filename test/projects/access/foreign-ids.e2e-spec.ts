import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { type Ids, makeTwins, readForeign, type Twins, withoutIds } from './own-and-foreign.js';

/** A write over REST that names something of a project. */
type Write = [name: string, method: 'patch' | 'post' | 'put', path: string, body: object];

const TIME = '2026-01-01T00:00:00Z';
const RUN = { output: 'x', repetition_number: 1, start_time: TIME, end_time: TIME };
const ANNOTATION = { name: 'x', annotator_kind: 'HUMAN', result: { label: 'x' } };
const SPAN = { name: 's', span_kind: 'CHAIN', start_time: TIME, end_time: TIME, status_code: 'OK' };
const VERSION = {
  model_provider: 'OPENAI',
  model_name: 'gpt-4o',
  template: { type: 'chat', messages: [{ role: 'user', content: 'x' }] },
  template_type: 'CHAT',
  template_format: 'NONE',
  invocation_parameters: { type: 'openai', openai: {} },
};

/** @param own what the caller may change. */
function writesWith(ids: Ids, own: Ids): Write[] {
  const { projectId, traceId, spanId, sessionId, experimentId, errorId, promptId } = ids;
  const project = `/v1/projects/${projectId}`;
  const ownErrors = `/v1/projects/${own.projectId}/ingestion_errors`;
  const annotate = (kind: string, target: object, query = ''): Write => [
    `${kind} annotation${query}`,
    'post',
    `/v1/${kind}_annotations${query}`,
    { data: [{ ...ANNOTATION, ...target }] },
  ];
  const note = (kind: string, target: object): Write => [
    `${kind} note`,
    'post',
    `/v1/${kind}_notes`,
    { data: { ...target, note: 'x' } },
  ];
  const transfer = (trace: string, destination: string): object => ({
    trace_identifiers: [trace],
    destination_project_identifier: destination,
  });
  return [
    annotate('span', { span_id: spanId }),
    annotate('span', { span_id: spanId }, '?sync=true'),
    annotate('trace', { trace_id: traceId }, '?sync=true'),
    annotate('session', { session_id: sessionId }, '?sync=true'),
    annotate('document', { span_id: spanId, document_position: 0 }, '?sync=true'),
    note('span', { span_id: spanId }),
    note('trace', { trace_id: traceId }),
    note('session', { session_id: sessionId }),
    ['sessions', 'post', '/v1/sessions/delete', { session_identifiers: [sessionId] }],
    ['trace to move', 'post', '/v1/traces/transfer', transfer(traceId, own.projectId)],
    ['place to move to', 'post', '/v1/traces/transfer', transfer(own.traceId, projectId)],
    ['project', 'put', project, { description: 'x' }],
    ['configs', 'put', `${project}/annotation_configs`, { annotation_config_ids: [] }],
    [
      'retention',
      'patch',
      `${project}/retention`,
      { policy_id: globalId('ProjectTraceRetentionPolicy', 1) },
    ],
    [
      'project of spans',
      'post',
      `${project}/spans`,
      { data: [{ ...SPAN, context: { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) } }] },
    ],
    ['queried project', 'post', '/v1/spans', { queries: [{}], project_name: ids.projectName }],
    ['errors to send', 'post', `${ownErrors}/resend`, { ids: [errorId] }],
    ['errors to delete', 'post', `${ownErrors}/delete`, { ids: [errorId] }],
    [
      'version of an experiment',
      'post',
      `/v1/datasets/${own.datasetId}/experiments`,
      { name: 'a', version_id: ids.versionId },
    ],
    [
      'example of a run',
      'post',
      `/v1/experiments/${own.experimentId}/runs`,
      { ...RUN, dataset_example_id: ids.exampleId },
    ],
    [
      'experiment of a run',
      'post',
      `/v1/experiments/${experimentId}/runs`,
      { ...RUN, dataset_example_id: own.exampleId },
    ],
    ['experiment', 'patch', `/v1/experiments/${experimentId}`, { description: 'x' }],
    [
      'run of an evaluation',
      'post',
      '/v1/experiment_evaluations',
      { ...ANNOTATION, experiment_run_id: ids.runId, start_time: TIME, end_time: TIME },
    ],
    [
      'project of an upload',
      'post',
      `/v1/datasets/upload?sync=true&project=${projectId}`,
      { action: 'create', name: 'uploaded', inputs: [{ a: 1 }] },
    ],
    [
      'source of a prompt',
      'post',
      '/v1/prompts',
      { prompt: { name: 'copied', source_prompt_id: promptId }, version: VERSION },
    ],
    ['prompt', 'patch', `/v1/prompts/${promptId}`, { description: 'x' }],
    ['prompt of a version', 'post', `/v1/prompts/${promptId}/versions`, { version: VERSION }],
    [
      'version of a tag',
      'post',
      `/v1/prompt_versions/${ids.promptVersionId}/tags`,
      { name: 'production' },
    ],
    [
      'project of a key',
      'post',
      '/v1/user/api_keys',
      { data: { name: 'key', scope: 'ingest', project_id: projectId } },
    ],
  ];
}

/** Somebody must not tell a foreign ID from one that never existed. */
describe('writes over REST that name what is in the private project of others', () => {
  let server: SecuredServer;
  let twins: Twins;
  let headers: Record<string, string>;

  beforeAll(async () => {
    server = await startSecuredServer();
    twins = await makeTwins(server);
    headers = bearer(twins.own.owner.key);
  });
  afterAll(() => server.stop());

  const send = async ([, method, path, body]: Write): Promise<string> => {
    const { status, text } = await server.request[method](path).set(headers).send(body);
    return `${status} ${text}`;
  };
  it('are answered as if it did not exist, and change nothing there', async () => {
    const { own, foreign, unknown } = twins;
    const before = await readForeign(server);
    const writes = writesWith(foreign, own);
    const others = writesWith(unknown, own);
    const told: string[] = [];
    for (const [at, write] of writes.entries()) {
      const answer = withoutIds(await send(others[at]!), unknown);
      if (withoutIds(await send(write), foreign) !== answer) told.push(write[0]);
    }
    expect(told).toEqual([]);
    expect(await readForeign(server)).toEqual(before);
  });

  it('are refused or accepted, but never fail', async () => {
    const { own, foreign } = twins;
    for (const write of writesWith(foreign, own)) expect(await send(write)).not.toMatch(/^5/);
  });
});
