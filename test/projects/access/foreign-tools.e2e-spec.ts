import { type Agent, connectAgent } from '../../mcp/agent.js';
import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { SECRET } from './secret-project.js';
import { type Ids, makeTwins, readForeign, type Twins, withoutIds } from './own-and-foreign.js';

type ToolCall = [tool: string, input: object];

const PERIOD = { start: '-24h' };

/** Calls that name something of a project. @param own what the caller may change. */
function callsWith(ids: Ids, own: Ids): ToolCall[] {
  const annotate = (target: string, ...targets: string[]): ToolCall => [
    'annotate',
    { target, name: 'x', annotations: targets.map((id) => ({ id, label: 'x' })) },
  ];
  const ofProject = [ids.projectId, ids.projectName].flatMap((project): ToolCall[] => [
    ['summarize_project', { project }],
    ['search_traces', { project }],
    ['search_spans', { project }],
    ['list_sessions', { project }],
    ['list_annotation_names', { project }],
    ['get_sent_metric', { project }],
    ['get_sent_metric', { project, metric: 'codex.turns', aggregation: 'sum' }],
    ['get_cost', { project, ...PERIOD }],
    ['get_metrics', { project, figure: 'traces', ...PERIOD }],
  ]);
  return [
    ...ofProject,
    annotate('span', ids.spanId),
    annotate('span', own.spanId, ids.spanId),
    annotate('trace', ids.traceId),
    annotate('session', ids.sessionId),
    ['list_annotations', { target: 'span', id: ids.spanId }],
    ['list_annotations', { target: 'trace', id: ids.traceId }],
    ['list_annotations', { target: 'session', id: ids.sessionId }],
    ['get_trace', { trace_id: ids.traceId }],
    ['get_span', { span_id: ids.spanId }],
    ['get_span', { span_id: ids.spanId, field: 'input' }],
    ['get_session', { session_id: ids.sessionId }],
    ['compare_traces', { base_id: own.traceId, other_id: ids.traceId }],
    ['compare_traces', { base_id: ids.traceId, other_id: own.traceId }],
    ['get_dataset_examples', { dataset: ids.datasetId }],
    ['add_examples_from_spans', { dataset: own.datasetId, span_ids: [own.spanId, ids.spanId] }],
    ['add_examples_from_spans', { dataset: ids.datasetId, span_ids: [own.spanId] }],
    ['list_experiments', { dataset: ids.datasetId }],
    ['get_experiment', { experiment_id: ids.experimentId }],
    ['compare_experiments', { base_id: own.experimentId, other_ids: [ids.experimentId] }],
    ['get_prompt', { prompt: ids.promptId }],
    ['get_prompt', { prompt: own.promptId, version_id: ids.promptVersionId }],
  ];
}

const urisOf = (ids: Ids): string[] => [
  `traces/${ids.traceId}`,
  `spans/${ids.spanId}`,
  `sessions/${ids.sessionId}`,
  `projects/${ids.projectId}`,
  `projects/${encodeURIComponent(ids.projectName)}`,
  `experiments/${ids.experimentId}`,
  `datasets/${ids.datasetId}`,
  `prompts/${ids.promptId}`,
];

describe('an agent that names what is in the private project of others', () => {
  let server: SecuredServer;
  let twins: Twins;
  let agent: Agent;
  let insider: Agent;

  beforeAll(async () => {
    server = await startSecuredServer();
    twins = await makeTwins(server);
    agent = await connectAgent(server.url, bearer(twins.own.owner.key));
    insider = await connectAgent(server.url, bearer(twins.foreign.owner.key));
  });
  afterAll(async () => {
    await Promise.all([agent.client.close(), insider.client.close()]);
    await server.stop();
  });

  const ask = async (by: Agent, [tool, input]: ToolCall): Promise<string> =>
    (await by.ask(tool, input)).text;
  const read = async (by: Agent, path: string): Promise<string> => {
    try {
      return JSON.stringify(await by.client.readResource({ uri: `spandrel://${path}` }));
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('gets the answers to calls that it would get if it did not exist', async () => {
    const { own, foreign, unknown } = twins;
    const before = await readForeign(server);
    const others = callsWith(unknown, own);
    const told: unknown[] = [];
    for (const [at, call] of callsWith(foreign, own).entries()) {
      const answer = withoutIds(await ask(agent, call), foreign);
      const other = withoutIds(await ask(agent, others[at]!), unknown);
      if (answer !== other) told.push([call, answer, other]);
      expect(answer).not.toContain(SECRET);
    }
    expect(told).toEqual([]);
    expect(await readForeign(server)).toEqual(before);
  });

  it('gets no resources of it', async () => {
    const others = urisOf(twins.unknown);
    for (const [at, path] of urisOf(twins.foreign).entries()) {
      const answer = withoutIds(decodeURIComponent(await read(agent, path)), twins.foreign);
      const other = decodeURIComponent(await read(agent, others[at]!));
      expect([path, answer]).toEqual([path, withoutIds(other, twins.unknown)]);
      expect([path, await read(insider, path)]).toEqual([path, expect.stringContaining(SECRET)]);
    }
  });

  it('would see it with a role there', async () => {
    const calls = callsWith(twins.foreign, twins.foreign).filter(([tool]) =>
      /^(get|search)_/.test(tool),
    );
    const answers = await Promise.all(calls.map((call) => ask(insider, call)));
    expect(answers.filter((answer) => answer.includes(SECRET)).length).toBeGreaterThan(8);
  });
});
