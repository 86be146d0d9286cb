import { createClient, type PhoenixClient } from '@arizeai/phoenix-client';
import {
  addSessionAnnotation,
  addSessionNote,
  logSessionAnnotations,
} from '@arizeai/phoenix-client/sessions';
import {
  addDocumentAnnotation,
  addSpanAnnotation,
  addSpanNote,
  getSpanAnnotations,
  logDocumentAnnotations,
  logSpanAnnotations,
} from '@arizeai/phoenix-client/spans';
import {
  addTraceAnnotation,
  addTraceNote,
  logTraceAnnotations,
} from '@arizeai/phoenix-client/traces';
import { eventually } from '../support/eventually.js';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { startTestServer, type TestServer } from '../support/server.js';

const STORED = { id: expect.any(String) };

/** The published JavaScript client, unmodified, against our server. */
describe('annotations and notes of @arizeai/phoenix-client', () => {
  let server: TestServer;
  let client: PhoenixClient;
  let project: string;
  let traceId: string;
  let spanId: string;
  const sessionId = 'chat-1';

  beforeAll(async () => {
    server = await startTestServer();
    client = createClient({ options: { baseUrl: server.url } });
    const { id, name } = await aProject(server);
    project = name;
    traceId = (await aTrace(server, { project_id: id, session_id: sessionId })).trace_id;
    const payload = { retrieval: { documents: [{}, {}] } };
    spanId = (await aSpan(server, { trace_id: traceId, payload })).span_id;
  });
  afterAll(() => server.stop());

  const spanAnnotation = (name: string) => ({
    spanId,
    name,
    label: 'good',
    score: 0.9,
    explanation: 'why',
    annotatorKind: 'LLM' as const,
    metadata: { a: 1 },
    identifier: 'run-1',
  });

  it('stores and reads annotations of spans', async () => {
    expect(
      await addSpanAnnotation({ client, spanAnnotation: spanAnnotation('quality'), sync: true }),
    ).toEqual(STORED);
    expect(
      await logSpanAnnotations({
        client,
        spanAnnotations: [spanAnnotation('tone'), spanAnnotation('length')],
        sync: true,
      }),
    ).toEqual([STORED, STORED]);
    await addSpanNote({ client, spanNote: { spanId, note: 'Look!' } });
    const { annotations, nextCursor } = await getSpanAnnotations({
      client,
      project: { projectName: project },
      spanIds: [spanId],
      excludeAnnotationNames: ['note', 'length'],
    });
    expect(annotations).toEqual([
      expect.objectContaining({ name: 'tone', span_id: spanId }),
      expect.objectContaining({
        name: 'quality',
        annotator_kind: 'LLM',
        result: { label: 'good', score: 0.9, explanation: 'why' },
        metadata: { a: 1 },
        identifier: 'run-1',
      }),
    ]);
    expect(nextCursor).toBeNull();
  });

  it('queues annotations of spans that arrive later', async () => {
    const late = { ...spanAnnotation('late'), spanId: 'late-span' };
    expect(await addSpanAnnotation({ client, spanAnnotation: late })).toBeNull();
    await aSpan(server, { trace_id: traceId, span_id: 'late-span' });
    await eventually('the annotation', async () => {
      const { annotations } = await getSpanAnnotations({
        client,
        project: { projectName: project },
        spanIds: ['late-span'],
      });
      return annotations.length === 1;
    });
  });

  it('stores annotations and notes of traces, sessions and documents', async () => {
    const judgment = { name: 'outcome', annotatorKind: 'HUMAN' as const, score: 1 };
    const stored = [
      await addTraceAnnotation({ client, traceAnnotation: { traceId, ...judgment }, sync: true }),
      await addTraceNote({ client, traceNote: { traceId, note: 'Look!' } }),
      await addSessionAnnotation({
        client,
        sessionAnnotation: { sessionId, ...judgment },
        sync: true,
      }),
      await addSessionNote({ client, sessionNote: { sessionId, note: 'Look!' } }),
      await addDocumentAnnotation({
        client,
        documentAnnotation: { spanId, documentPosition: 1, ...judgment },
        sync: true,
      }),
      ...(await logTraceAnnotations({
        client,
        traceAnnotations: [{ traceId, ...judgment }],
        sync: true,
      })),
      ...(await logSessionAnnotations({
        client,
        sessionAnnotations: [{ sessionId, ...judgment }],
        sync: true,
      })),
      ...(await logDocumentAnnotations({
        client,
        documentAnnotations: [{ spanId, documentPosition: 0, ...judgment }],
        sync: true,
      })),
    ];
    expect(stored).toEqual(Array.from({ length: 8 }, () => STORED));
    // The same target and name: the ID stays.
    expect([stored[5], stored[6]]).toEqual([stored[0], stored[2]]);
  });
});
