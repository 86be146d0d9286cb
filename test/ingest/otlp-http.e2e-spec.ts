import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  anOtlpSpan,
  JSON_TYPE,
  jsonRequest,
  newTraceId,
  PROTOBUF,
  postTraces,
  protobufRequest,
  readResponse,
} from './otlp.js';

const LIMIT_MIB = 1;
const BOMB_BYTES = 256 * 1024 * 1024;
const PIECE = Buffer.alloc(1024 * 1024);
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);
const UNFINISHED = { finishFlush: constants.Z_FULL_FLUSH };

/** Makes a bomb of one compressed piece, because compressing all of it takes a second. */
const repeat = (piece: Buffer) =>
  Buffer.concat(Array.from({ length: BOMB_BYTES / PIECE.length }, () => piece));

describe('OTLP over HTTP', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      SPANDREL_INGEST_MAX_REQUEST_MIB: String(LIMIT_MIB),
      SPANDREL_INGEST_MAX_INFLATED_MIB: '8',
    });
  });
  afterAll(() => server.stop());

  const projectOf = async (traceId: string): Promise<string | undefined> => {
    const rows = await server.sql<{ name: string }>(
      `SELECT p.name FROM spans s JOIN projects p ON p.id = s.project_id WHERE s.trace_id = $1`,
      [traceId],
    );
    return rows[0]?.name;
  };

  it('responds to a stored protobuf request with zero bytes of protobuf', async () => {
    const span = anOtlpSpan();
    const response = await postTraces(server.url, protobufRequest([span]));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-protobuf');
    expect(await response.text()).toBe('');
    expect(await projectOf(span.traceId)).toBe('default');
  });

  it.each(['/V1/Traces', '/v1/traces/', '/v1/PROJECTS/x/Spans'])(
    'also works at %s',
    async (path) => {
      const body = path.includes('races') ? jsonRequest([anOtlpSpan()]) : '{"data":[]}';
      const response = await server.request.post(path).set(JSON_TYPE).send(body).timeout(5_000);
      expect(response.status).toBeLessThan(300);
    },
  );

  it('responds to a stored JSON request with an empty JSON object', async () => {
    const span = anOtlpSpan();
    const response = await postTraces(server.url, jsonRequest([span]), JSON_TYPE);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({});
    expect(await projectOf(span.traceId)).toBe('default');
  });

  it('accepts parameters in the content type of JSON', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await postTraces(server.url, jsonRequest([anOtlpSpan()]), headers)).status).toBe(200);
  });

  it('accepts an empty request', async () => {
    expect((await postTraces(server.url, new Uint8Array())).status).toBe(200);
    expect((await postTraces(server.url, '{}', JSON_TYPE)).status).toBe(200);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('accepts the encoding %s', async (encoding, compress) => {
    const span = anOtlpSpan();
    const body = compress(protobufRequest([span]));
    const headers = { ...PROTOBUF, 'content-encoding': encoding };
    expect((await postTraces(server.url, body, headers)).status).toBe(200);
    expect(await projectOf(span.traceId)).toBe('default');
  });

  it.each([
    ['another content type', { 'content-type': 'text/plain' }],
    ['a parameter', { 'content-type': 'application/x-protobuf; charset=utf-8' }],
    ['another encoding', { ...PROTOBUF, 'content-encoding': 'br' }],
  ])('refuses %s with 415', async (_what, headers) => {
    const response = await postTraces(server.url, protobufRequest([anOtlpSpan()]), headers);
    expect(response.status).toBe(415);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });

  it('refuses a missing content type with 415', async () => {
    const response = await server.request.post('/v1/traces');
    expect(response.status).toBe(415);
  });

  it.each([
    ['protobuf', Buffer.from('not a protobuf message'), PROTOBUF],
    ['JSON', '{"resourceSpans": [', JSON_TYPE],
    ['JSON with the wrong structure', '{"resourceSpans": 7}', JSON_TYPE],
  ])('refuses broken %s with 422 and a reason', async (_what, body, headers) => {
    const response = await postTraces(server.url, body, headers);
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect((await response.text()).length).toBeGreaterThan(10);
  });

  it.each(['gzip', 'deflate', 'zstd'])('refuses corrupt %s with 400', async (encoding) => {
    const headers = { ...PROTOBUF, 'content-encoding': encoding };
    const response = await postTraces(server.url, Buffer.from('plain text'), headers);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('cannot be decompressed');
  });

  it('refuses truncated gzip with 400', async () => {
    const body = gzipSync(protobufRequest([anOtlpSpan()])).subarray(0, -12);
    const headers = { ...PROTOBUF, 'content-encoding': 'gzip' };
    expect((await postTraces(server.url, body, headers)).status).toBe(400);
  });

  it('refuses a large body with 413, and the sender can read it', async () => {
    const body = Buffer.alloc(LIMIT_MIB * 1024 * 1024 + 1);
    expect((await postTraces(server.url, body)).status).toBe(413);
    const chunked = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 40; i++) controller.enqueue(new Uint8Array(64 * 1024));
        controller.close();
      },
    });
    const response = await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      body: chunked,
      headers: PROTOBUF,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect((await postTraces(server.url, protobufRequest([anOtlpSpan()]))).status).toBe(200);
  });

  it.each([
    ['gzip', () => repeat(gzipSync(PIECE))],
    ['deflate', () => Buffer.concat([ZLIB_HEADER, repeat(deflateRawSync(PIECE, UNFINISHED))])],
    ['zstd', () => zstdCompressSync(Buffer.alloc(BOMB_BYTES))],
  ])('refuses a %s bomb with 413 and keeps little of it in memory', async (encoding, make) => {
    const bomb = make();
    expect(bomb.length).toBeLessThan(LIMIT_MIB * 1024 * 1024);
    const headers = { ...PROTOBUF, 'content-encoding': encoding };
    const before = process.memoryUsage.rss();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await postTraces(server.url, bomb, headers)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([413]));
    expect(process.memoryUsage.rss() - before).toBeLessThan(BOMB_BYTES);
  });

  it('stores the spans next to a bad one, and says why that one was rejected', async () => {
    const good = anOtlpSpan();
    const bad = anOtlpSpan({ spanId: '', name: 'nameless' });
    const project = 'partial';
    const response = await postTraces(server.url, protobufRequest([bad, good], { project }));
    expect(response.status).toBe(200);
    const { partialSuccess } = readResponse(new Uint8Array(await response.arrayBuffer()));
    expect(partialSuccess?.rejectedSpans).toBe('1');
    expect(partialSuccess?.errorMessage).toContain('missing_span_id');
    expect(await projectOf(good.traceId)).toBe(project);
    const errors = await server.sql(
      `SELECT e.reason, e.trace_id, e.span_name FROM ingestion_errors e
       JOIN projects p ON p.id = e.project_id WHERE p.name = $1`,
      [project],
    );
    expect(errors).toEqual([
      { reason: 'missing_span_id', trace_id: bad.traceId, span_name: 'nameless' },
    ]);
  });

  it('says so in JSON, too', async () => {
    const body = jsonRequest([anOtlpSpan({ traceId: '' }), anOtlpSpan({ spanId: '' })]);
    const response = await postTraces(server.url, body, JSON_TYPE);
    expect(await response.json()).toEqual({
      partialSuccess: {
        rejectedSpans: '2',
        errorMessage: expect.stringMatching(/missing_trace_id.*missing_span_id/) as string,
      },
    });
  });

  it('tells why nothing was read of a body', async () => {
    const body = Buffer.from('{"spans": [{"name": "step"}]}');
    const inJson = await postTraces(server.url, body, JSON_TYPE);
    expect(inJson.status).toBe(200);
    expect(await inJson.json()).toEqual({
      partialSuccess: {
        rejectedSpans: '0',
        errorMessage: expect.stringContaining('no spans, but "spans"') as string,
      },
    });
    const inProtobuf = await postTraces(server.url, Buffer.from([0x12, 0x00]));
    const { partialSuccess } = readResponse(new Uint8Array(await inProtobuf.arrayBuffer()));
    expect(partialSuccess?.errorMessage).toContain('no spans');
    expect(await (await postTraces(server.url, Buffer.from('{}'), JSON_TYPE)).json()).toEqual({});
  });

  it('lists all refused spans of a request, and keeps the first 1,000', async () => {
    const project = 'only bad spans';
    const spans = Array.from({ length: 1_100 }, () => anOtlpSpan({ spanId: '' }));
    const response = await postTraces(server.url, protobufRequest(spans, { project }));
    const { partialSuccess } = readResponse(new Uint8Array(await response.arrayBuffer()));
    expect(partialSuccess?.errorMessage).toContain('1000 of 1100 can be sent again');
    const rows = await server.sql(
      `SELECT count(*) AS listed, count(k.error_id) AS kept
       FROM ingestion_errors e JOIN projects p ON p.id = e.project_id
       LEFT JOIN kept_spans k ON k.error_id = e.id
       WHERE p.name = $1`,
      [project],
    );
    expect(rows).toEqual([{ listed: 1100, kept: 1000 }]);
  });

  describe('the project', () => {
    it('is the one that its resource names', async () => {
      const span = anOtlpSpan();
      await postTraces(server.url, protobufRequest([span], { project: 'Assistant' }));
      expect(await projectOf(span.traceId)).toBe('Assistant');
    });

    it('is the one in the header, whatever the resource says', async () => {
      const span = anOtlpSpan();
      const headers = { ...PROTOBUF, 'x-project-name': 'routed' };
      await postTraces(server.url, protobufRequest([span], { project: 'ignored' }), headers);
      expect(await projectOf(span.traceId)).toBe('routed');
      expect(await server.sql(`SELECT FROM projects WHERE name = 'ignored'`)).toHaveLength(0);
    });

    it('can be named in any script, as UTF-8', async () => {
      const span = anOtlpSpan();
      const name = Buffer.from('café 研究', 'utf8').toString('latin1');
      await postTraces(server.url, protobufRequest([span]), {
        ...PROTOBUF,
        'x-project-name': name,
      });
      expect(await projectOf(span.traceId)).toBe('café 研究');
    });

    it('is the default project if the header is empty', async () => {
      const span = anOtlpSpan();
      const headers = { ...PROTOBUF, 'x-project-name': '' };
      await postTraces(server.url, protobufRequest([span], { project: 'ignored' }), headers);
      expect(await projectOf(span.traceId)).toBe('default');
    });

    it('must not be named twice', async () => {
      const span = anOtlpSpan();
      const url = new URL('/v1/traces', server.url);
      for (const names of [
        ['one', 'two'],
        ['one', 'one'],
        ['', 'two'],
      ]) {
        const headers = { ...PROTOBUF, 'x-project-name': names };
        const outgoing = httpRequest(url, { method: 'POST', headers });
        outgoing.end(protobufRequest([span]));
        const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
        expect([response.statusCode, await text(response)]).toEqual([
          400,
          'Send x-project-name only once.',
        ]);
      }
      expect(await projectOf(span.traceId)).toBeUndefined();
      expect(await server.sql(`SELECT FROM projects WHERE name LIKE 'one%'`)).toEqual([]);
    });

    it('may have a comma in its name', async () => {
      const span = anOtlpSpan();
      const headers = { ...PROTOBUF, 'x-project-name': 'red, green' };
      await postTraces(server.url, protobufRequest([span]), headers);
      expect(await projectOf(span.traceId)).toBe('red, green');
    });

    it('remains the project of the trace', async () => {
      const traceId = newTraceId();
      await postTraces(server.url, protobufRequest([anOtlpSpan({ traceId })], { project: 'one' }));
      await postTraces(server.url, protobufRequest([anOtlpSpan({ traceId })], { project: 'two' }));
      const rows = await server.sql<{ name: string; count: number }>(
        `SELECT p.name, count(*) FROM spans s JOIN projects p ON p.id = s.project_id
         WHERE s.trace_id = $1 GROUP BY p.name`,
        [traceId],
      );
      expect(rows).toEqual([{ name: 'one', count: 2 }]);
    });
  });
});
