import { request as httpRequest } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { UploadSpace } from '../../support/built.js';
import { eventually } from '../../support/eventually.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { gzipOf, MAX_MIB, MEBIBYTE } from './large-files.js';
import {
  countOfEverything,
  encodeForm,
  FORM_TYPE,
  formParts,
  send,
  sendForm,
  sendJson,
  stored,
} from './uploading.js';

const LIMIT_MIB = 4;
const JSON_TYPE = { 'content-type': 'application/json' };
const INPUT = { 'input_keys[]': 'a' };

describe('large uploads', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  // Unit tests have the same of CSV and JSON, and endurance tests of much longer lines.
  it('are refused with a line that is too long', async () => {
    const file = gzipOf('{"a":1}\n{"a":"', MAX_MIB + 1);
    const type = 'application/jsonl';
    const { text } = await sendForm(server, { file, type, encoding: 'gzip', fields: INPUT });
    expect(text).toMatch(/^line 2: larger than 33554432 bytes/);
    expect(await countOfEverything(server)).toBe(0);
  });
});

describe('uploads beyond the limit', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ SPANDREL_UPLOAD_MAX_MIB: String(LIMIT_MIB) });
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const small = { name: 'rows', inputs: [{ a: 1 }] };
  const large = JSON.stringify({ ...small, other: 'x'.repeat(LIMIT_MIB * MEBIBYTE) });

  it('are refused by their declared length', async () => {
    const { status, text } = await send(server, large, JSON_TYPE);
    expect([status, text]).toEqual([
      413,
      `The upload is larger than ${LIMIT_MIB * MEBIBYTE} bytes as sent.`,
    ]);
  });

  it('are refused while they arrive, and the next one is accepted', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"name":"rows","inputs":[{"a":"x"}');
      for (let sent = 0; sent < 5 * LIMIT_MIB; sent += 1) {
        yield Buffer.from(`,{"a":"${'x'.repeat(MEBIBYTE)}"}`);
      }
      yield Buffer.from(']}');
    }
    const response = await fetch(`${server.url}/v1/datasets/upload?sync=true`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: endless() as unknown as ReadableStream,
      duplex: 'half',
    });
    expect([response.status, await response.text()]).toEqual([
      413,
      expect.stringContaining('as sent'),
    ]);
    expect(await countOfEverything(server)).toBe(0);
    expect((await sendJson(server, small)).status).toBe(200);
  });

  it.each([
    [
      'the request',
      async () => send(server, gzipSync(large), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    ],
    [
      'the file',
      async () => {
        const file = gzipSync(`a\n${`${'x'.repeat(1_000)}\n`.repeat(LIMIT_MIB * 1_100)}`);
        return sendForm(server, { file, encoding: 'gzip', fields: INPUT });
      },
    ],
  ])('are refused after decompression of %s', async (_, sent) => {
    const { status, text } = await sent();
    expect([status, text]).toEqual([413, expect.stringContaining('after decompression')]);
    expect(await countOfEverything(server)).toBe(0);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('read a request in %s', async (encoding, compress) => {
    const body = compress(JSON.stringify(small));
    const { status } = await send(server, body, { ...JSON_TYPE, 'content-encoding': encoding });
    expect(status).toBe(200);
    const form = compress(
      encodeForm(formParts({ file: 'a\n2', fields: { ...INPUT, action: 'append' } })),
    );
    await send(server, form, { 'content-type': FORM_TYPE, 'content-encoding': encoding });
    expect((await stored(server)).map(({ input }) => input)).toEqual(['{"a":1}', '{"a":"2"}']);
  });

  it('refuse an unknown encoding', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'br' };
    const { status, text } = await send(server, JSON.stringify(small), headers);
    expect([status, text]).toEqual([
      415,
      expect.stringContaining('Unsupported content encoding: br'),
    ]);
  });

  it('release their space however they end', async () => {
    const file = `a\n${'x'.repeat(3 * MEBIBYTE)}`;
    // One after another, these need more space than there is.
    for (let time = 0; time < 2; time += 1) {
      const good = await sendForm(server, { file, fields: { ...INPUT, action: 'update' } });
      expect(good.status).toBe(200);
      const bad = await sendForm(server, { file: `${file}\n"`, fields: INPUT });
      expect(bad.status).toBe(422);
      await abandoned(encodeForm(formParts({ file })).subarray(0, -1000));
    }
  });

  /** Sends the beginning of a form, then disconnects. */
  async function abandoned(body: Buffer): Promise<void> {
    const sending = httpRequest(`${server.url}/v1/datasets/upload?sync=true`, {
      method: 'POST',
      headers: { 'content-type': FORM_TYPE, 'transfer-encoding': 'chunked' },
    });
    sending.on('error', () => undefined);
    sending.write(body);
    const space = server.app.get(UploadSpace, { strict: false });
    const taken = (): number => Reflect.get(space, 'taken');
    await eventually('the file on the disk', async () => taken() > 2 * MEBIBYTE);
    sending.destroy();
    await eventually('the release of its space', async () => taken() === 0);
  }
});
