import { runLoops } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { newSpanId, PROTOBUF } from './otlp.js';
import { anOtlpLog, type OtlpLog, postLogs, protobufLogs } from './otlp-logs.js';

describe('answers that Claude Code tells in events', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const sendLogs = async (logs: OtlpLog[]): Promise<void> => {
    const response = await postLogs(server.url, protobufLogs(logs), PROTOBUF);
    expect([response.status, await response.text()]).toEqual([200, '']);
  };
  const join = () => runLoops(server, 'joined-events');
  const session = `session-${newSpanId()}`;
  const anEvent = (turn: string, name: string, second: number, attributes: object): OtlpLog =>
    anOtlpLog({
      time: BigInt(1_700_000_000 + second) * 1_000_000_000n,
      body: `claude_code.${name}`,
      attributes: { 'event.name': name, 'session.id': session, 'prompt.id': turn, ...attributes },
    });
  const readTurns = () =>
    server.sql<{ input: string; output: string | null }>(
      `SELECT input_preview AS input, output_preview AS output FROM spans
        WHERE session_id = $1 AND name = 'turn' ORDER BY start_time`,
      [session],
    );

  it('are the output of their turn, whichever comes first', async () => {
    const answer = (turn: string, second: number, response: string, source = 'repl_main_thread') =>
      anEvent(turn, 'assistant_response', second, { response, query_source: source });
    await sendLogs([answer('early', 2, 'First.')]);
    await join();
    await sendLogs([anEvent('early', 'user_prompt', 1, { prompt: 'One?' })]);
    await sendLogs([anEvent('late', 'user_prompt', 5, { prompt: 'Two?' })]);
    await sendLogs([answer('late', 6, 'I will look.'), answer('late', 9, 'A title', 'title')]);
    await eventually('the answers', async () => {
      await join();
      const turns = await readTurns();
      return turns.every(({ output }) => output !== null);
    });
    expect(await readTurns()).toEqual([
      { input: 'One?', output: 'First.' },
      { input: 'Two?', output: 'I will look.' },
    ]);
    await sendLogs([answer('late', 8, 'Second.')]);
    await join();
    expect((await readTurns())[1]).toEqual({ input: 'Two?', output: 'Second.' });
  });
});
