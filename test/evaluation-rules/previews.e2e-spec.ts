import { codeEvaluatorOperations } from '../evaluators/code-evaluator-operations.js';
import {
  aQuestion,
  evaluatorOperations,
  judge,
  labels,
} from '../evaluators/evaluator-operations.js';
import { questionOf } from '../experiments/jobs/running.js';
import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { aDataset } from '../support/factories/dataset.js';
import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { type ProviderServer, refusal, startProviderServer } from '../support/provider-server.js';
import { emptyDatabase } from '../support/reset.js';
import { FINDS_PARIS, ruleOperations, said, REFUSED_PARTS } from './rule-operations.js';

interface Result {
  traceId: string | null;
  spanId: string | null;
  sessionId: string | null;
  inputs: string;
  label: string | null;
  score: number | null;
  explanation: string | null;
  error: string | null;
}

describe('the preview of a rule', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let projectId: number;
  let evaluatorId: string;
  const { done } = evaluatorOperations(() => server);

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
    evaluatorId = await ruleOperations((query) =>
      server.gqlAs(cookieOf(server.accounts.VIEWER), query),
    ).builtIn('contains');
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    ({ id: projectId } = await aProject(server));
  });

  async function preview(rest: object = {}, account: Account = server.accounts.MEMBER) {
    const input = {
      projectId: globalId('Project', projectId),
      evaluatorId,
      inputMapping: FINDS_PARIS,
      ...rest,
    };
    const { data, errors } = await server.gqlAs<{ done: { results: Result[] } }>(
      cookieOf(account),
      `mutation ($input: PreviewEvaluationRuleInput!) {
        done: previewEvaluationRule(input: $input) {
          results { traceId spanId sessionId inputs label score explanation error }
        }
      }`,
      { input },
    );
    return { results: data?.done.results, error: errors?.[0] };
  }

  const aSpanThatSaid = (output: string, rest: object = {}) =>
    aSpan(server, { project_id: projectId, attributes: said(output), ...rest });

  it('evaluates the newest spans that meet the condition, and stores nothing', async () => {
    await aSpanThatSaid('Paris, again', { start_time: '2024-03-01T10:02:00Z' });
    await aSpanThatSaid('Paris', { name: 'other', start_time: '2024-03-01T10:03:00Z' });
    const bern = await aSpanThatSaid('Bern', { start_time: '2024-03-01T10:01:00Z' });
    await aSpanThatSaid('Rome', { start_time: '2024-03-01T10:00:00Z' });
    const { id: elsewhere } = await aProject(server);
    await aSpan(server, { project_id: elsewhere, attributes: said('Paris') });
    const { results, error } = await preview({ condition: "name != 'other'", count: 2 });
    expect(error).toBeUndefined();
    expect(results).toMatchObject([
      { label: 'true', score: 1, explanation: 'The text contains "Paris".', error: null },
      { traceId: bern.trace_id, spanId: bern.span_id, sessionId: null, label: 'false', score: 0 },
    ]);
    expect(JSON.parse(results![1]!.inputs)).toEqual({ text: 'Bern', words: ['Paris'] });
    expect(await server.sql('SELECT FROM span_annotations')).toEqual([]);
    expect(await server.sql('SELECT FROM evaluation_rules')).toEqual([]);
  });

  it('runs code, whose inputs come from the members with their names', async () => {
    await aSpanThatSaid('Paris', { start_time: '2024-03-01T10:01:00Z' });
    await aSpanThatSaid('Bern', { start_time: '2024-03-01T10:00:00Z' });
    const { readSandboxes, created } = codeEvaluatorOperations(() => server);
    await readSandboxes();
    const { id } = await created({
      name: 'starts with P',
      sourceCode: "function evaluate({ output }) {\n  return output.startsWith('P');\n}",
    });
    const { results } = await preview({ evaluatorId: id, inputMapping: null });
    expect(results).toMatchObject([
      { label: 'true', score: 1, error: null },
      { label: 'false', score: 0, error: null },
    ]);
  });

  it('evaluates five by default, and none if none meets the condition', async () => {
    for (let count = 0; count < 6; count += 1) await aSpanThatSaid('Paris');
    expect((await preview()).results).toHaveLength(5);
    expect(await preview({ condition: "name == 'nobody'" })).toEqual({
      results: [],
      error: undefined,
    });
  });

  it('evaluates traces and sessions', async () => {
    const { session_id } = await aSession(server, { project_id: projectId });
    const { trace_id } = await aTrace(server, { project_id: projectId, session_id });
    await aSpanThatSaid('Paris', { trace_id });
    await aSpanThatSaid('Bern', { status_code: 'ERROR' });
    expect((await preview({ target: 'TRACE', condition: 'error_count == 0' })).results).toEqual([
      expect.objectContaining({ traceId: trace_id, spanId: null, label: 'true' }),
    ]);
    const inputMapping = {
      literalMapping: { words: 'Paris' },
      pathMapping: { text: 'traces[0].output' },
    };
    expect((await preview({ target: 'SESSION', inputMapping })).results).toEqual([
      expect.objectContaining({ traceId: null, sessionId: session_id, label: 'true' }),
    ]);
  });

  it('says for each span why it cannot be evaluated', async () => {
    await aSpanThatSaid('Paris', { attributes: said('Paris', { 'input.value': 'Where?' }) });
    await aSpan(server, { project_id: projectId });
    const pathMapping = { text: 'attributes.input.value' };
    const inputMapping = { literalMapping: { words: 'Paris' }, pathMapping };
    const { results } = await preview({ inputMapping });
    const failed = results!.filter(({ error }) => error !== null);
    expect(results).toHaveLength(2);
    expect(failed).toMatchObject([
      { error: 'The path "attributes.input.value" of "text" leads to nothing.', label: null },
    ]);
    expect(JSON.parse(failed[0]!.inputs)).toEqual({ words: 'Paris' });
  });

  it('asks a model with stored credentials, and keeps what it was asked', async () => {
    const { id: datasetId } = await aDataset(server);
    const { evaluator } = await done(server.accounts.MEMBER, 'createDatasetLlmEvaluator', {
      datasetId: globalId('Dataset', datasetId),
      name: 'is right',
      promptVersion: { ...aQuestion('Is it right? {{output}}'), modelProvider: 'OLLAMA' },
      outputConfigs: labels('right', 'wrong'),
    });
    await aSpanThatSaid('Bern.');
    provider.answer(judge('right'));
    const draft = { evaluatorId: evaluator.id, inputMapping: null };
    const { results } = await preview(draft);
    expect(results).toMatchObject([{ label: 'right', explanation: 'So it is.', error: null }]);
    expect(JSON.parse(results![0]!.inputs)).toEqual({ output: 'Bern.' });
    expect(questionOf(provider.requests.at(-1)!)).toBe('Is it right? Bern.');
    expect(
      await server.sql(
        `SELECT DISTINCT p.name FROM spans s JOIN projects p ON p.id = s.project_id
          WHERE p.id <> $1`,
        [projectId],
      ),
    ).toEqual([{ name: 'playground' }]);
    provider.answer(refusal(500, { error: { message: 'out of order' } }));
    expect((await preview(draft)).results).toMatchObject([
      { label: null, error: expect.stringContaining('out of order') as string },
    ]);
  });

  it.each<[string, object, string, string]>([
    ...REFUSED_PARTS,
    ['a count of 0', { count: 0 }, 'BAD_USER_INPUT', 'count'],
    ['a count of 6', { count: 6 }, 'BAD_USER_INPUT', 'count'],
    [
      'too many inputs',
      {
        inputMapping: {
          literalMapping: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, 1])),
        },
      },
      'BAD_USER_INPUT',
      'at most 100 members',
    ],
  ])('is refused with %s', async (_, rest, code, words) => {
    expect((await preview(rest)).error).toMatchObject({
      message: expect.stringContaining(words) as string,
      extensions: { code },
    });
  });

  it('is refused to viewers', async () => {
    expect((await preview({}, server.accounts.VIEWER)).error).toMatchObject({
      extensions: { code: 'FORBIDDEN' },
    });
  });
});
