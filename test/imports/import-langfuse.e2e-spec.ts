import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin } from '../support/admin.js';
import { startTestServer, type TestServer } from '../support/server.js';

const TIME = '2024-05-29T13:46:19.963Z';

/** A trace as its page downloads it, with everything that belongs to it. */
const DOWNLOADED = {
  id: 'trace-1',
  timestamp: TIME,
  name: 'chat',
  userId: 'kim',
  sessionId: 'session-1',
  tags: ['beta'],
  metadata: { region: 'eu' },
  observations: [
    {
      id: 'root-1',
      traceId: 'trace-1',
      type: 'AGENT',
      name: 'answer',
      startTime: TIME,
      endTime: '2024-05-29T13:46:21.000Z',
      parentObservationId: null,
      level: 'DEFAULT',
      input: 'Hello?',
    },
    {
      id: 'generation-1',
      traceId: 'trace-1',
      type: 'GENERATION',
      name: 'model call',
      startTime: '2024-05-29T13:46:20.000Z',
      endTime: '2024-05-29T13:46:20.500Z',
      parentObservationId: 'root-1',
      level: 'ERROR',
      statusMessage: 'cut off',
      model: 'gpt-4o',
      modelParameters: { temperature: 0.5 },
      input: [{ role: 'user', content: 'Hello?' }],
      output: { role: 'assistant', content: 'Hi!' },
      usageDetails: { input: 12, output: 3, total: 15, audio: 1 },
      costDetails: { input: 0.001, output: 0.002, total: 0.003 },
      promptName: 'greeting',
      promptVersion: 2,
    },
  ],
  scores: [
    {
      id: 'score-1',
      traceId: 'trace-1',
      observationId: 'generation-1',
      name: 'tone',
      value: 0.5,
      dataType: 'NUMERIC',
      source: 'EVAL',
      comment: 'Friendly.',
    },
    {
      id: 'score-2',
      traceId: 'trace-1',
      name: 'helpful',
      value: 1,
      stringValue: 'True',
      dataType: 'BOOLEAN',
      source: 'ANNOTATION',
      authorUserId: 'lee',
    },
  ],
};

/** Rows as the export to storage writes them, in a file for each kind. */
const STORED_TRACE = {
  id: 'trace-2',
  timestamp: '2024-05-29 13:46:19.963000',
  name: 'batch',
  user_id: 'max',
  session_id: 'session-1',
  tags: [],
  input: '{"a":1}',
  metadata: {},
};
const STORED_OBSERVATIONS = ['first', 'second'].map((id) => ({
  id,
  trace_id: 'trace-2',
  type: 'SPAN',
  name: id,
  start_time: '2024-05-29 13:46:19.963000',
  end_time: '2024-05-29 13:46:25.000000',
  parent_observation_id: null,
  level: 'DEFAULT',
}));
const STORED_SCORES = [
  {
    id: 's3',
    session_id: 'session-1',
    name: 'mood',
    string_value: 'fine',
    data_type: 'CATEGORICAL',
  },
  { id: 's4', trace_id: 'gone', name: 'mood', value: 1, data_type: 'NUMERIC' },
  { id: 's5', dataset_run_id: 'run', name: 'mood', value: 1, data_type: 'NUMERIC' },
];

const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

describe('npm run admin -- import langfuse', () => {
  let server: TestServer;
  let directory: string;
  let result: Awaited<ReturnType<typeof admin>>;

  beforeAll(async () => {
    server = await startTestServer();
    directory = await mkdtemp(join(tmpdir(), 'spandrel-import-'));
    const write = (name: string, content: string) => writeFile(join(directory, name), content);
    await write('a-scores.jsonl', lines(STORED_SCORES));
    await write('b-observations.jsonl', lines(STORED_OBSERVATIONS));
    await write('c-traces.jsonl', lines([STORED_TRACE]));
    await write('trace-1.json', JSON.stringify(DOWNLOADED, null, 2));
    await write('other.json', JSON.stringify([{ hello: 1 }]));
    result = await run();
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const run = () =>
    admin(['import', 'langfuse', directory, '--project', 'moved'], {
      SPANDREL_DATABASE_URL: server.databaseUrl,
    });
  const spans = async () => {
    const { body } = await server.request.get('/v1/projects/moved/spans');
    return new Map<string, { attributes: object; parent_id: string }>(
      body.data.map((span: { context: { span_id: string } }) => [span.context.span_id, span]),
    );
  };

  it('says what it took and what it could not take', () => {
    expect(result.code).toBe(1);
    expect(result.stdout).toContain('spans: 5\n');
    expect(result.stdout).toContain('annotations: 3\n');
    expect(result.stdout).toContain('No trace has this ID.\n    score s4 of trace gone\n');
    expect(result.stdout).toContain(
      `is not about an observation, a trace or a session.\n    ${join(directory, 'a-scores.jsonl')}, line 3\n`,
    );
    expect(result.stdout).toContain(
      `is not a trace, an observation or a score.\n    ${join(directory, 'other.json')}, line 1, item 1`,
    );
  });

  it('turns observations into spans', async () => {
    const found = await spans();
    expect(found.get('generation-1')).toMatchObject({
      context: { trace_id: 'trace-1' },
      name: 'model call',
      parent_id: 'root-1',
      span_kind: 'LLM',
      status_code: 'ERROR',
      status_message: 'cut off',
      start_time: '2024-05-29T13:46:20+00:00',
      end_time: '2024-05-29T13:46:20.500000+00:00',
      attributes: {
        'llm.model_name': 'gpt-4o',
        'llm.invocation_parameters': '{"temperature":0.5}',
        'llm.token_count.prompt': 12,
        'llm.token_count.completion': 3,
        'llm.token_count.total': 15,
        'langfuse.usage_details.audio': 1,
        'llm.cost.total': 0.003,
        'llm.input_messages.0.message.content': 'Hello?',
        'llm.output_messages.0.message.role': 'assistant',
        'input.value': '[{"role":"user","content":"Hello?"}]',
        'input.mime_type': 'application/json',
        'langfuse.prompt_name': 'greeting',
        'session.id': 'session-1',
        'user.id': 'kim',
        'tag.tags': ['beta'],
      },
    });
    // One observation is the root of the others, so the trace needs no span.
    expect(found.get('root-1')).toMatchObject({ parent_id: null, span_kind: 'AGENT' });
    expect(found.has('trace-1')).toBe(false);
  });

  it('turns a trace whose observations have no common root into their parent', async () => {
    const found = await spans();
    expect(found.get('trace-2')).toMatchObject({
      name: 'batch',
      parent_id: null,
      start_time: '2024-05-29T13:46:19.963000+00:00',
      end_time: '2024-05-29T13:46:25+00:00',
      attributes: { 'input.value': '{"a":1}', 'user.id': 'max', 'session.id': 'session-1' },
    });
    expect(found.get('first')!.parent_id).toBe('trace-2');
    expect(found.get('second')!.parent_id).toBe('trace-2');
  });

  it('turns scores into annotations of spans, traces and sessions', async () => {
    const ofSpan = await server.request.get(
      '/v1/projects/moved/span_annotations?span_ids=generation-1',
    );
    expect(ofSpan.body.data).toMatchObject([
      {
        name: 'tone',
        annotator_kind: 'LLM',
        identifier: 'score-1',
        result: { score: 0.5, label: null, explanation: 'Friendly.' },
      },
    ]);
    const ofTrace = await server.request.get(
      '/v1/projects/moved/trace_annotations?trace_ids=trace-1',
    );
    expect(ofTrace.body.data).toMatchObject([
      {
        annotator_kind: 'HUMAN',
        result: { score: 1, label: 'True' },
        metadata: { langfuse_author: 'lee' },
      },
    ]);
    const ofSession = await server.request.get(
      '/v1/projects/moved/session_annotations?session_ids=session-1',
    );
    expect(ofSession.body.data).toMatchObject([
      { annotator_kind: 'CODE', result: { score: null, label: 'fine' } },
    ]);
  });

  it('stores nothing twice', async () => {
    const again = await run();
    expect(again.stdout).toContain('spans: 0, and 5 that were stored already\n');
    const [counts] = await server.sql('SELECT count(*) AS annotations FROM span_annotations');
    expect(counts).toEqual({ annotations: 1 });
  });
});
