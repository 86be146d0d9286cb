import * as grpc from '@grpc/grpc-js';
import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import {
  anOtlpSpan,
  type OtlpSpan,
  PROTOBUF,
  protobufRequest,
  readResponse,
} from '../../ingest/otlp.js';
import { anOtlpLog, postLogs, protobufLogs, readLogsResponse } from '../../ingest/otlp-logs.js';
import { eventually } from '../../support/eventually.js';
import { newTraceId, sendTraces } from '../../support/send-traces.js';
import { type Place, placesOn } from './projects-with-roles.js';

describe('projects that a team cannot see', () => {
  let server: SecuredServer;
  const { aPlace, anAccount } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  describe('spans', () => {
    const send = (place: Place, headers: Record<string, string>, given: object = {}) =>
      sendTraces(server.url, [{ project: place.name, ...given }], headers);

    it('are stored for members of the project and system keys only', async () => {
      const place = await aPlace(true);
      const member = await anAccount('VIEWER', [[place, 'MEMBER']]);
      const viewer = await anAccount('MEMBER', [[place, 'VIEWER']]);
      await send(place, bearer(member.key));
      await send(place, bearer(server.systemKey));
      for (const account of [viewer, server.accounts.MEMBER]) {
        await expect(send(place, bearer(account.key))).rejects.toThrow(
          `You cannot send spans to the project`,
        );
      }
      const [stored] = await server.sql<{ count: number }>(
        'SELECT count(*) FROM traces WHERE project_id = $1',
        [place.rowId],
      );
      expect(stored!.count).toBe(3);
      const [errors] = await server.sql<{ count: number }>(
        'SELECT count(*) FROM ingestion_errors WHERE project_id = $1',
        [place.rowId],
      );
      expect(errors!.count).toBe(0);
    });

    it('have log records and metrics that are stored for the same senders', async () => {
      const place = await aPlace(true);
      const member = await anAccount('VIEWER', [[place, 'MEMBER']]);
      const viewer = await anAccount('MEMBER', [[place, 'VIEWER']]);
      const keys = [member.key, server.systemKey, viewer.key, server.accounts.MEMBER.key];
      const point = { asInt: 1, timeUnixNano: '1709287260000000000' };
      const metrics = [{ name: 'codex.turns', gauge: { dataPoints: [point] } }];
      const answers = [];
      for (const [at, key] of keys.entries()) {
        const headers = { ...bearer(key), 'x-project-name': place.name };
        const body = `line ${at} of ${place.name}`;
        const logs = await postLogs(server.url, protobufLogs([anOtlpLog({ body })]), {
          ...PROTOBUF,
          ...headers,
        });
        const answered = await fetch(`${server.url}/v1/metrics`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }], sender: at }] }),
        });
        const partial = readLogsResponse(Buffer.from(await logs.arrayBuffer())).partialSuccess;
        answers.push([
          partial?.errorMessage ?? null,
          ((await answered.json()) as { partialSuccess?: { errorMessage: string } }).partialSuccess
            ?.errorMessage ?? null,
        ]);
      }
      const refused = [
        expect.stringContaining('You cannot send log records to the project'),
        expect.stringContaining('You cannot send metrics to the project'),
      ];
      expect(answers).toEqual([[null, null], [null, null], refused, refused]);
      const [stored] = await server.sql(
        `SELECT (SELECT count(*) FROM log_records WHERE project_id = $1) AS logs,
                (SELECT count(*) FROM metric_points WHERE project_id = $1) AS points,
                (SELECT count(*) FROM ingestion_errors WHERE project_id = $1) AS errors`,
        [place.rowId],
      );
      expect(stored).toEqual({ logs: 2, points: 2, errors: 0 });
    });

    it('have log records that everyone who views the project reads, and nobody else', async () => {
      const place = await aPlace(true);
      const viewer = await anAccount('VIEWER', [[place, 'VIEWER']]);
      await postLogs(server.url, protobufLogs([anOtlpLog()]), {
        ...PROTOBUF,
        ...bearer(server.systemKey),
        'x-project-name': place.name,
      });
      const list = (account: Account) =>
        server.request.get(`/v1/projects/${place.name}/logs`).set(bearer(account.key));
      const seen = await list(viewer).expect(200);
      expect((seen.body as { data: unknown[] }).data).toHaveLength(1);
      await list(server.accounts.MEMBER).expect(404);
      await server.request.get(`/v1/projects/${place.name}/logs`).expect(401);
    });

    it('cannot join a trace of a project that the sender cannot reach', async () => {
      const place = await aPlace(true);
      const open = await aPlace(false);
      await expect(
        send(open, bearer(server.accounts.MEMBER.key), { traceId: place.span.trace_id }),
      ).rejects.toThrow('belongs to a project that you cannot send spans to');
    });

    it('stores the spans of a viewer with one project only there, and creates no project', async () => {
      const place = await aPlace(false);
      const account = await anAccount('VIEWER', [[place, 'MEMBER']]);
      await send(place, bearer(account.key));
      await expect(
        sendTraces(server.url, [{ project: 'brand new' }], bearer(account.key)),
      ).rejects.toThrow('You cannot send spans to the project');
      expect(await server.sql("SELECT FROM projects WHERE name = 'brand new'")).toEqual([]);
      for (const other of [await aPlace(false), await aPlace(true)]) {
        await expect(send(other, bearer(account.key))).rejects.toThrow(
          `You cannot send spans to the project`,
        );
        await expect(
          send(place, bearer(account.key), { traceId: other.span.trace_id }),
        ).rejects.toThrow('belongs to a project that you cannot send spans to');
      }
    });

    it('are refused from a key for the project once its owner is no member any more', async () => {
      const place = await aPlace(true);
      const viewer = await anAccount('MEMBER', [[place, 'VIEWER']]);
      const member = await anAccount('MEMBER', [[place, 'MEMBER']]);
      const keyOf = ({ userId }: Account) => server.createKey(userId, { projectId: place.rowId });
      await send(place, bearer(await keyOf(member)));
      await expect(send(place, bearer(await keyOf(viewer)))).rejects.toThrow(
        `You cannot send spans to the project`,
      );
      await send(place, bearer(await server.createKey(1, { projectId: place.rowId })));
    });

    it('get the answer that the project does not exist over REST', async () => {
      const place = await aPlace(true);
      const body = { data: [] };
      const response = await server.request
        .post(`/v1/projects/${place.id}/spans`)
        .set(bearer(server.accounts.MEMBER.key))
        .send(body);
      expect([response.status, response.text]).toEqual([404, `Project "${place.id}" not found.`]);
    });

    it('are duplicates over REST only of what the sender can see', async () => {
      const secret = await aPlace(true);
      const open = await aPlace(false);
      const viewer = await anAccount('MEMBER', [[secret, 'VIEWER']]);
      const stranger = await anAccount('MEMBER');
      const create = async (key: string, { span_id }: Place['span']) => {
        const time = new Date().toISOString();
        const span = {
          name: 'copy',
          context: { trace_id: newTraceId(), span_id },
          span_kind: 'CHAIN',
          start_time: time,
          end_time: time,
          status_code: 'OK',
        };
        const { status, body } = await server.request
          .post(`/v1/projects/${open.name}/spans`)
          .set(bearer(key))
          .send({ data: [span] });
        return [status, body.total_duplicates];
      };
      const [{ key }, refused] = [stranger, [400, 1]];
      expect(await create(viewer.key, secret.span)).toEqual(refused);
      expect(await create(key, open.span)).toEqual(refused);
      expect(await create(key, secret.span)).toEqual([202, undefined]);
      expect(await create(key, secret.span)).toEqual(refused);
      const limited = await server.createKey(stranger.userId, { projectId: open.rowId });
      const other = await aPlace(false);
      expect(await create(limited, other.span)).toEqual([202, undefined]);
      expect(await create(server.systemKey, (await aPlace(true)).span)).toEqual([202, undefined]);
    });

    it('follow the same rules over gRPC', async () => {
      const place = await aPlace(true);
      const viewer = await anAccount('VIEWER');
      const member = await anAccount('VIEWER', [[place, 'MEMBER']]);
      const call = async (account: Account) => (await callGrpc(account, Buffer.alloc(0))).code;
      expect(await call(viewer)).toBe(grpc.status.PERMISSION_DENIED);
      expect(await call(member)).toBe(grpc.status.OK);
    });

    it('are stored nowhere over gRPC if they name what is out of reach', async () => {
      const secret = await aPlace(true);
      const open = await aPlace(false);
      const stranger = await anAccount('MEMBER');
      const attempts: [project: string, span: Partial<OtlpSpan>, named?: string][] = [
        [secret.name, {}],
        [open.name, {}, secret.name],
        [open.name, { traceId: secret.span.trace_id }],
      ];
      for (const [project, given, named] of attempts) {
        const span = anOtlpSpan(given);
        const { code, message } = await callGrpc(
          stranger,
          protobufRequest([span], { project }),
          named,
        );
        expect(code).toBe(grpc.status.OK);
        expect(readResponse(message).partialSuccess).toMatchObject({
          errorMessage: expect.stringContaining('cannot send spans to'),
        });
        expect(await server.sql('SELECT FROM spans WHERE span_id = $1', [span.spanId])).toEqual([]);
      }
    });

    /** Sends an OTLP request. @param project of the metadata. */
    async function callGrpc(account: Account, request: Buffer, project?: string) {
      const client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
      const metadata = new grpc.Metadata();
      metadata.set('authorization', `Bearer ${account.key}`);
      if (project !== undefined) metadata.set('x-project-name', project);
      const same = (bytes: Buffer): Buffer => bytes;
      const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
      try {
        return await new Promise<{ code: grpc.status; message: Buffer }>((resolve) => {
          client.makeUnaryRequest(path, same, same, request, metadata, (error, message) =>
            resolve({
              code: error?.code ?? grpc.status.OK,
              message: message ?? Buffer.alloc(0),
            }),
          );
        });
      } finally {
        client.close();
      }
    }
  });

  it('annotations that wait for a span are not attached in a project out of reach', async () => {
    const place = await aPlace(true);
    const traceId = newTraceId();
    const spanId = 'cd34cd34cd34cd34';
    const sent = await server.request
      .post('/v1/span_annotations')
      .set(bearer(server.accounts.MEMBER.key))
      .send({
        data: [
          { span_id: spanId, name: 'intruder', annotator_kind: 'HUMAN', result: { label: 'x' } },
        ],
      });
    expect(sent.status).toBe(200);
    await sendTraces(
      server.url,
      [{ project: place.name, traceId, spanId }],
      bearer(server.systemKey),
    );
    // One that may be attached shows that the queue has been looked at since.
    const open = await aPlace(false);
    const later = 'ef56ef56ef56ef56';
    await server.request
      .post('/v1/span_annotations')
      .set(bearer(server.accounts.MEMBER.key))
      .send({
        data: [{ span_id: later, name: 'guest', annotator_kind: 'HUMAN', result: { label: 'x' } }],
      });
    await sendTraces(server.url, [{ project: open.name, spanId: later }], bearer(server.systemKey));
    const names = await eventually('the second annotation', async () => {
      const rows = await server.sql<{ name: string }>(
        'SELECT name FROM span_annotations WHERE span_id = ANY ($1)',
        [[spanId, later]],
      );
      return rows.length > 0 && rows;
    });
    expect(names).toEqual([{ name: 'guest' }]);
  });

  it('annotations that wait in vain do not tell everyone about themselves', async () => {
    const place = await aPlace(true);
    const member = await anAccount('MEMBER', [[place, 'MEMBER']]);
    const span = { span_id: 'ab12ab12ab12ab12', name: 'codename' };
    await server.request
      .post('/v1/span_annotations')
      .set(bearer(member.key))
      .send({ data: [{ ...span, annotator_kind: 'HUMAN', result: { label: 'x' } }] })
      .expect(200);
    await server.sql(
      "UPDATE waiting_annotations SET received_at = now() - interval '11 minutes' WHERE name = $1",
      [span.name],
    );
    const errors = await eventually('an error', async () => {
      const { body } = await server.request
        .get('/v1/projects/default/ingestion_errors')
        .set(bearer(server.accounts.VIEWER.key));
      return body.data.length > 0 && body.data;
    });
    expect(errors).toMatchObject([
      {
        reason: 'annotation_target_missing',
        message: 'An annotation was not stored, because its span did not arrive within 10 minutes.',
        span_id: null,
      },
    ]);
  });
});
