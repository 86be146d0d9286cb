import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { RequestTimeoutError } from '../../errors/errors.js';
import { readBody } from './read-body.js';

const { jest } = import.meta;

const LIMITS = { maxRequestBytes: 1e8, maxInflatedBytes: 1e8 };
const UNCOUNTED = { grow: () => undefined, growTo: () => undefined, release: () => undefined };
const PROSE = Array.from({ length: 100_000 }, (_, i) => `word ${i * 7919}`).join(' ');

/** A request of which `sent` has arrived. */
function aRequest(sent: Buffer, complete: boolean, encoding?: string) {
  const request = Object.assign(new PassThrough({ highWaterMark: sent.length + 1 }), {
    headers: { 'content-encoding': encoding },
    complete,
  });
  request.write(sent);
  if (complete) request.end();
  return request;
}

const read = (request: PassThrough) =>
  readBody(request as unknown as IncomingMessage, LIMITS, UNCOUNTED, (body) => body.toString());

/** Lets what has arrived be passed on, but no thread inflate it. */
const passOn = async () => {
  for (let turn = 0; turn < 20; turn++)
    await new Promise<void>((resolve) => process.nextTick(resolve));
};

describe('a body that stops arriving', () => {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask', 'performance'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is refused', async () => {
    const body = read(aRequest(Buffer.from('{"a":'), false));
    await passOn();
    jest.advanceTimersByTime(10_000);
    await expect(body).rejects.toThrow(RequestTimeoutError);
  });

  it('is refused if it is compressed, and what arrived has been inflated', async () => {
    const body = read(aRequest(gzipSync('x'.repeat(1000)).subarray(0, 12), false, 'gzip'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    jest.advanceTimersByTime(10_000);
    await expect(body).rejects.toThrow(RequestTimeoutError);
  });

  it('is not one that has arrived, however long inflating takes', async () => {
    const body = read(aRequest(gzipSync(PROSE), true, 'gzip'));
    await passOn();
    jest.advanceTimersByTime(60_000);
    await expect(body).resolves.toBe(PROSE);
  });

  it('is not one that the server has stopped reading because it is busy', async () => {
    const compressed = gzipSync(PROSE);
    const request = aRequest(compressed.subarray(0, -10), false, 'gzip');
    const body = read(request);
    await passOn();
    jest.advanceTimersByTime(60_000);
    request.end(compressed.subarray(-10));
    request.complete = true;
    await expect(body).resolves.toBe(PROSE);
  });
});
