import {
  aQuestion,
  evaluatorOperations,
  judge,
  labels,
} from '../evaluators/evaluator-operations.js';
import { questionOf } from '../experiments/jobs/running.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { eventuallyAfter } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { aDataset } from '../support/factories/dataset.js';
import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { markUnindexed } from '../support/factories/unindexed.js';
import { globalId } from '../support/global-id.js';
import { wakeJobs } from '../support/job-queue.js';
import { type ProviderServer, refusal, startProviderServer } from '../support/provider-server.js';
import { emptyDatabase } from '../support/reset.js';
import { RULE_LOOPS, ruleOperations, said, whenSelected } from './rule-operations.js';

describe('rules', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let projectId: number;
  const { done } = evaluatorOperations(() => server);
  const { aRule, create, read, remove, update, whenDone } = ruleOperations(
    (query, variables) => server.gqlAs(cookieOf(server.accounts.MEMBER), query, variables),
    () => server,
  );

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    provider.requests.length = 0;
    provider.answer(judge('right'));
    ({ id: projectId } = await aProject(server));
  });

  /** Creates an evaluator that asks a model about outputs. */
  async function aJudge(modelName = 'small', modelProvider = 'OLLAMA') {
    const { id: datasetId } = await aDataset(server);
    const promptVersion = { ...aQuestion('Is it right? {{output}}'), modelName, modelProvider };
    const { evaluator } = await done(server.accounts.MEMBER, 'createDatasetLlmEvaluator', {
      datasetId: globalId('Dataset', datasetId),
      name: 'is right',
      promptVersion,
      outputConfigs: labels('right', 'wrong'),
    });
    return { evaluatorId: evaluator.id, datasetId };
  }

  const aSpanThatSaid = (output: string, rest: object = {}) =>
    aSpan(server, { project_id: projectId, attributes: said(output), ...rest });

  /** Lets what waits for quiet be due now. */
  const skipQuiet = () => server.sql('UPDATE evaluation_queue SET due_at = now()');

  it('ask a model, and count its tokens', async () => {
    const { evaluatorId, datasetId } = await aJudge();
    const rule = await aRule(projectId, { name: 'is right', evaluatorId, inputMapping: null });
    expect(rule.user).toEqual({ username: server.accounts.MEMBER.username });
    await aSpanThatSaid('Bern.');
    expect(await whenDone(rule.id, 1)).toMatchObject({
      evaluatedToday: 1,
      tokensToday: 4,
      costToday: 0,
      pricedSpansToday: { spanCount: 1, unpricedSpanCount: 1 },
    });
    expect(questionOf(provider.requests[0]!)).toBe('Is it right? Bern.');
    const [annotation] = await server.sql<{ metadata: { evaluation_trace_id: string } }>(
      'SELECT annotator_kind, label, score, explanation, metadata FROM span_annotations',
    );
    expect(annotation).toMatchObject({
      annotator_kind: 'LLM',
      label: 'right',
      score: 1,
      explanation: 'So it is.',
    });
    const kinds = await server.sql('SELECT kind FROM spans WHERE trace_id = $1 ORDER BY kind', [
      annotation!.metadata.evaluation_trace_id,
    ]);
    expect(kinds).toEqual([{ kind: 'EVALUATOR' }, { kind: 'LLM' }]);

    // The evaluator stays as long as the rule uses it.
    const count = () => server.sql("SELECT FROM evaluators WHERE kind = 'LLM'");
    const { errors } = await server.gqlAs(
      cookieOf(server.accounts.MEMBER),
      `mutation { deleteDataset(input: { datasetId: "${globalId('Dataset', datasetId)}" }) { __typename } }`,
    );
    expect(errors).toBeUndefined();
    expect(await count()).toHaveLength(1);
    await remove([rule.id]);
    expect(await count()).toEqual([]);
  });

  it('stop at the cost of a day', async () => {
    await server.sql("DELETE FROM generative_models WHERE name = 'small-priced'");
    const { evaluatorId } = await aJudge('small-priced');
    const given = { name: 'is right', evaluatorId, inputMapping: null, maxCostPerDay: 0.3 };
    const refused = await create({ projectId: globalId('Project', projectId), ...given });
    expect(refused.error?.message).toContain('The price of the model "small-priced" is not known.');
    await server.gqlAs(
      cookieOf(server.accounts.ADMIN),
      `mutation ($input: CreateModelMutationInput!) { createModel(input: $input) { model { id } } }`,
      {
        input: {
          name: 'small-priced',
          namePattern: '^small-priced$',
          costs: [
            { tokenType: 'input', kind: 'PROMPT', costPerMillionTokens: 100_000 },
            { tokenType: 'output', kind: 'COMPLETION', costPerMillionTokens: 100_000 },
          ],
        },
      },
    );
    const rule = await aRule(projectId, given);
    // Each evaluation has four tokens.
    await aSpanThatSaid('Bern.');
    const { costToday, pricedSpansToday } = await whenDone(rule.id, 1);
    expect(costToday).toBeCloseTo(0.4);
    expect(pricedSpansToday).toEqual({ spanCount: 1, unpricedSpanCount: 0 });
    await aSpanThatSaid('Bern.');
    await aSpanThatSaid('Bern.');
    expect(await whenDone(rule.id, 3)).toMatchObject({ evaluatedToday: 1, skippedToday: 2 });
    expect(provider.requests).toHaveLength(1);
  });

  it('try again if the provider has too much to do, and keep its words if it fails', async () => {
    const { evaluatorId } = await aJudge();
    const rule = await aRule(projectId, { name: 'is right', evaluatorId, inputMapping: null });
    provider.answer((response, request) => {
      const isFirst = provider.requests.length === 1;
      const overloaded = refusal(429, { error: { message: 'slow' } }, { 'retry-after-ms': '100' });
      return (isFirst ? overloaded : judge('wrong'))(response, request);
    });
    await aSpanThatSaid('Bern.');
    expect(await whenDone(rule.id, 1)).toMatchObject({ evaluatedToday: 1, lastError: null });
    provider.answer(refusal(400, { error: { message: 'No such model.' } }));
    await aSpanThatSaid('Bern.');
    await whenDone(rule.id, 2);
    expect(
      await eventuallyAfter(
        server,
        RULE_LOOPS,
        'an error',
        async () => (await read(rule.id))!.lastError,
      ),
    ).toBe('The provider answered 400: No such model.');
  });

  it('try again later if a credential is missing, and say so', async () => {
    const { evaluatorId } = await aJudge('small', 'OPENAI');
    const rule = await aRule(projectId, { name: 'is right', evaluatorId, inputMapping: null });
    await aSpanThatSaid('Bern.');
    const { waitingCount, failedToday, lastError } = await eventuallyAfter(
      server,
      RULE_LOOPS,
      'an error',
      async () => {
        const found = await read(rule.id);
        return found?.lastError ? found : null;
      },
    );
    expect(lastError).toContain('OPENAI_API_KEY');
    expect({ waitingCount, failedToday }).toEqual({ waitingCount: 1, failedToday: 0 });
    // The last attempt.
    await server.sql('UPDATE evaluation_queue SET attempts = 2, due_at = now()');
    expect(await whenDone(rule.id, 1)).toMatchObject({ waitingCount: 0, failedToday: 1 });
  });

  it('give up what they have begun too often', async () => {
    const rule = await aRule(projectId);
    await server.sql(
      `INSERT INTO evaluation_queue (rule_id, trace_id, span_id, session_id, due_at, attempts, owner)
       SELECT id, 't', 's', '', now(), 3, 'a killed server' FROM evaluation_rules`,
    );
    await whenDone(rule.id, 1);
    expect(
      await eventuallyAfter(
        server,
        RULE_LOOPS,
        'an error',
        async () => (await read(rule.id))!.lastError,
      ),
    ).toBe('The evaluation was begun 3 times without an end.');
  });

  it('take evaluators that ask a model along when they change or go with their project', async () => {
    const [first, second] = [await aJudge(), await aJudge()];
    const given = { name: 'is right', evaluatorId: first.evaluatorId, inputMapping: null };
    const rule = await aRule(projectId, given);
    await server.sql('DELETE FROM dataset_evaluators');
    const left = async () => {
      const rows = await server.sql<{ id: number }>("SELECT id FROM evaluators WHERE kind = 'LLM'");
      return rows.map(({ id }) => globalId('LLMEvaluator', id)).toSorted();
    };
    await update({ id: rule.id, evaluatorId: second.evaluatorId });
    expect(await left()).toEqual([second.evaluatorId]);
    await server.gqlAs(
      cookieOf(server.accounts.ADMIN),
      `mutation { deleteProject(id: "${rule.projectId}") { __typename } }`,
    );
    expect(await read(rule.id)).toBeNull();
    expect(await left()).toEqual([]);
  });

  it('cancel their calls when they are deleted', async () => {
    const { evaluatorId } = await aJudge();
    const rule = await aRule(projectId, { name: 'is right', evaluatorId, inputMapping: null });
    provider.answer(() => undefined);
    await aSpanThatSaid('Bern.');
    await eventually('a call', async () => provider.requests.length === 1);
    await remove([rule.id]);
    await provider.requests[0]!.abandoned;
    await eventually('the end of the project', async () => {
      await wakeJobs(server, 'project-deletions');
      const name = rule.tracesProject!.name;
      const [row] = await server.sql('SELECT FROM projects WHERE name = $1', [name]);
      return !row;
    });
    expect(await server.sql('SELECT FROM span_annotations')).toEqual([]);
  });

  it('evaluate a trace once it is quiet, if it meets the condition then', async () => {
    const rule = await aRule(projectId, {
      target: 'TRACE',
      condition: 'num_spans == 2',
      inputMapping: { literalMapping: { words: 'Bern' }, pathMapping: { text: 'spans[1].output' } },
    });
    const { trace_id } = await aSpanThatSaid('root');
    await whenSelected(server);
    const [waiting] = await server.sql<{ due: number }>(
      'SELECT extract(epoch FROM due_at - now())::float8 AS due FROM evaluation_queue',
    );
    expect(waiting!.due).toBeGreaterThan(40);
    expect(waiting!.due).toBeLessThanOrEqual(60);
    // The condition is false, so the trace is forgotten, until it changes.
    await skipQuiet();
    await eventuallyAfter(
      server,
      RULE_LOOPS,
      'an empty queue',
      async () => (await read(rule.id))!.waitingCount === 0,
    );
    await aSpanThatSaid('Bern', { trace_id, parent_id: 'ab' });
    await aSpanThatSaid('Rome');
    await whenSelected(server);
    expect(await read(rule.id)).toMatchObject({ waitingCount: 2 });
    await server.sql("UPDATE evaluation_queue SET due_at = now() + interval '1 s'");
    await markUnindexed(server);
    await whenSelected(server);
    expect(
      await server.sql('SELECT FROM evaluation_queue WHERE due_at > now() + $1::interval', [
        '30 s',
      ]),
    ).toHaveLength(2);
    await skipQuiet();
    await whenDone(rule.id, 1);
    await eventuallyAfter(
      server,
      RULE_LOOPS,
      'an empty queue',
      async () => (await read(rule.id))!.waitingCount === 0,
    );
    expect(await server.sql('SELECT trace_id, name, label FROM trace_annotations')).toEqual([
      { trace_id, name: 'mentions Paris', label: 'true' },
    ]);
    await markUnindexed(server);
    await whenSelected(server);
    expect(
      await server.sql('SELECT FROM evaluation_queue WHERE trace_id = $1 AND NOT is_finished', [
        trace_id,
      ]),
    ).toEqual([]);
  });

  it('evaluate a session once it is quiet', async () => {
    const rule = await aRule(projectId, {
      target: 'SESSION',
      condition: 'num_traces >= 2',
      inputMapping: {
        literalMapping: { words: 'Rome' },
        pathMapping: { text: 'traces[1].output' },
      },
    });
    const { session_id } = await aSession(server, { project_id: projectId });
    for (const output of ['Bern', 'Rome']) {
      const start_time = `2024-03-01T10:0${output.length}:${output === 'Bern' ? '00' : '30'}Z`;
      const { trace_id } = await aTrace(server, { project_id: projectId, session_id, start_time });
      await aSpanThatSaid(output, { trace_id });
    }
    await aSpanThatSaid('of no session');
    await whenSelected(server);
    const queued = await server.sql(
      'SELECT session_id, due_at > now() + $1::interval AS "isLate" FROM evaluation_queue',
      ['9 min'],
    );
    expect(queued).toEqual([{ session_id, isLate: true }]);
    await skipQuiet();
    expect(await whenDone(rule.id, 1)).toMatchObject({ evaluatedToday: 1 });
    expect(await server.sql('SELECT session_id, label FROM session_annotations')).toEqual([
      { session_id, label: 'true' },
    ]);
  });
});
