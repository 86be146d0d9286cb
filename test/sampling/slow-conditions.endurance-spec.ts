import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { samplingOperations } from './sampling-operations.js';

describe('the decision of sampling about a trace', () => {
  let server: TestServer;
  const operations = samplingOperations(() => server);
  const { aSampledProject, age, reasons, send, whenHandedOver } = operations;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('keeps it if the condition takes too long, and says so', async () => {
    const sum = 'a.latency_ms + b.latency_ms + c.latency_ms > 1000000000';
    const loop = `any(any(any(${sum} for c in spans) for b in spans) for a in spans)`;
    const project = await aSampledProject({ share: 0, condition: loop });
    const children = Array.from({ length: 600 }, () => ({}));
    const traceId = await send(project, { children });
    await whenHandedOver();
    await age(3_700);
    await eventually('the decision', async () => (await reasons(traceId))[0] !== 'UNDECIDED', {
      withinMs: 60_000,
    });
    expect(await reasons(traceId)).toEqual(['CONDITION']);
    // Said after the trace is kept.
    const error = await eventually('the error', async () => {
      const ask = operations.ask<{ lastError: string | null }>(project, 'sampling { lastError }');
      return (await ask).lastError;
    });
    expect(error).toMatch(/took longer than 5 seconds/);
  }, 90_000);
});
