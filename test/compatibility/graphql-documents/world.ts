import { randomBytes } from 'node:crypto';
import { bearer, type SecuredServer } from '../../support/accounts.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { aDatasetLabel, aSplit } from '../../support/factories/dataset-marks.js';
import { anEvaluation, anExperiment, aRun } from '../../support/factories/experiment.js';
import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';

/** The IDs of one row of each kind, to which the documents refer. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Creates one row of each kind. Rows of different worlds never meet. */
export async function createWorld(server: SecuredServer) {
  const unique = `x${randomBytes(6).toString('hex')}`;
  const project = await aProject(server);
  const span = await aSpan(server, {
    project_id: project.id,
    session_id: `session-${unique}`,
    kind: 'LLM',
    prompt_tokens: 1,
    completion_tokens: 2,
    payload: { retrieval: { documents: [{ document: { content: 'a' } }] } },
  });
  const [trace] = await server.sql<{ id: number }>('SELECT id FROM traces WHERE trace_id = $1', [
    span.trace_id,
  ]);
  const [session] = await server.sql<{ id: number }>(
    'SELECT id FROM project_sessions WHERE session_id = $1',
    [span.session_id],
  );
  const annotations = await annotate(server, span);
  const example = await anExample(server, { external_id: 'e1', input: { q: 1 } });
  const { dataset_id } = example;
  const split = await aSplit(server, { examples: [example] });
  const label = await aDatasetLabel(server, { datasets: [{ id: dataset_id }] });
  const experiment = await anExperiment(server, { dataset_id });
  const other = await anExperiment(server, { dataset_id });
  for (const { id } of [experiment, other]) {
    const run = await aRun(server, { experiment_id: id });
    await anEvaluation(server, { run_id: run.id, score: 1 });
  }
  const { userId } = await server.createAccount('MEMBER');
  const [keys] = await server.sql<{ system: number; user: number }>(
    `SELECT max(id) FILTER (WHERE user_id = 1) AS system,
            max(id) FILTER (WHERE user_id = $1) AS "user" FROM api_keys`,
    [userId],
  );
  return {
    unique,
    project: globalId('Project', project.id),
    projectName: project.name,
    otherProject: globalId('Project', (await aProject(server)).id),
    span: globalId('Span', span.id),
    otelSpanId: span.span_id,
    trace: globalId('Trace', trace!.id),
    otelTraceId: span.trace_id,
    sentSessionId: span.session_id!,
    session: globalId('ProjectSession', session!.id),
    ...annotations,
    dataset: globalId('Dataset', dataset_id),
    datasetVersion: globalId('DatasetVersion', example.created_version_id),
    example: globalId('DatasetExample', example.id),
    split: globalId('DatasetSplit', split.id),
    datasetLabel: globalId('DatasetLabel', label.id),
    experiment: globalId('Experiment', experiment.id),
    otherExperiment: globalId('Experiment', other.id),
    user: globalId('User', userId),
    systemKey: globalId('SystemApiKey', keys!.system),
    userKey: globalId('UserApiKey', keys!.user),
    ...(await createPrompt(server, `prompt-${unique}`)),
  };
}

/** Stores an annotation of each kind of target. */
async function annotate(server: SecuredServer, span: SpanRow) {
  const key = bearer(server.accounts.MEMBER.key);
  const store = async (kind: string, target: object): Promise<string> => {
    const data = [{ ...target, name: 'quality', annotator_kind: 'HUMAN' }];
    const path = `/v1/${kind}_annotations?sync=true`;
    const { body } = await server.request.post(path).set(key).send({ data }).expect(200);
    return body.data[0].id;
  };
  const { span_id, trace_id, session_id } = span;
  return {
    spanAnnotation: await store('span', { span_id }),
    traceAnnotation: await store('trace', { trace_id }),
    sessionAnnotation: await store('session', { session_id }),
    documentAnnotation: await store('document', { span_id, document_position: 0 }),
  };
}

async function createPrompt(server: SecuredServer, name: string) {
  const body = {
    prompt: { name },
    version: {
      model_provider: 'OPENAI',
      model_name: 'gpt-x',
      template_type: 'CHAT',
      template_format: 'MUSTACHE',
      template: { type: 'chat', messages: [{ role: 'user', content: 'Hi {{who}}' }] },
      invocation_parameters: { type: 'openai', openai: { temperature: 0.2 } },
    },
  };
  const key = bearer(server.accounts.MEMBER.key);
  const response = await server.request.post('/v1/prompts').set(key).send(body).expect(200);
  const promptVersion = response.body.data.id as string;
  await server.request
    .post(`/v1/prompt_versions/${encodeURIComponent(promptVersion)}/tags`)
    .set(key)
    .send({ name: 'production' })
    .expect(204);
  const [rows] = await server.sql<{ prompt: number; tag: number }>(
    `SELECT p.id AS prompt, t.id AS tag
       FROM prompts p JOIN prompt_version_tags t ON t.prompt_id = p.id WHERE p.name = $1`,
    [name],
  );
  const [label] = await server.sql<{ id: number }>(
    `INSERT INTO prompt_labels (name, color) VALUES ($1, '#112233') RETURNING id`,
    [name],
  );
  return {
    prompt: globalId('Prompt', rows!.prompt),
    promptVersion,
    promptTag: globalId('PromptVersionTag', rows!.tag),
    promptLabel: globalId('PromptLabel', label!.id),
  };
}
