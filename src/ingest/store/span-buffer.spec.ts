import { UnavailableError } from '../../kernel/errors/errors.js';
import type { EncodedSpan, EncodedSpans } from './encode-spans.js';
import { SpanBuffer } from './span-buffer.js';
import type { RejectedSpan } from '../decode/span-record.js';
import type { SpanWriter, WriteResult } from './span-writer.js';

const LIMITS = {
  writers: 2,
  maxBatchSpans: 10,
  maxBatchBytes: 1000,
  lingerMs: 10_000,
  maxWaitMs: 60_000,
};

let counter = 0;

function aRequest(spans: number, byteSize = spans): EncodedSpans {
  const made = Array.from({ length: spans }, () => ({ spanId: `span ${counter++}` }));
  return { spans: made as EncodedSpan[], rejected: [], sources: [], byteSize };
}

const refusal = (spanId: string): RejectedSpan => ({
  reason: 'storage_refused',
  message: 'no',
  traceId: null,
  spanId,
  spanName: null,
  projectName: 'default',
  kept: null,
});

/** Holds each batch until the test resolves or rejects it. */
class HeldWriter implements SpanWriter {
  readonly batches: {
    spans: readonly EncodedSpan[];
    end: (outcome: WriteResult | Error) => void;
  }[] = [];

  write(spans: readonly EncodedSpan[]): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      const end = (outcome: WriteResult | Error): void =>
        outcome instanceof Error ? reject(outcome) : resolve(outcome);
      this.batches.push({ spans, end });
    });
  }

  get sizes(): number[] {
    return this.batches.map((batch) => batch.spans.length);
  }

  commit(batch: number, refused = new Map<EncodedSpan, RejectedSpan>()): void {
    this.batches[batch]!.end({ stored: 0, duplicates: 0, refused });
  }
}

describe('SpanBuffer', () => {
  let writer: HeldWriter;
  let recorded: RejectedSpan[];
  let buffer: SpanBuffer;

  beforeEach(() => {
    writer = new HeldWriter();
    recorded = [];
    const rejections = {
      record: (rejected: readonly RejectedSpan[]) => {
        recorded.push(...rejected);
        return Promise.resolve(new Set(rejected));
      },
    };
    buffer = new SpanBuffer(writer, rejections, LIMITS);
  });

  /** Sends a request whose answer the test does not wait for. What still waits at its end is given up later. */
  const send = (request: Parameters<SpanBuffer['add']>[0]) => {
    buffer.add(request).catch(() => undefined);
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('writes the first request at once', () => {
    send(aRequest(3));
    expect(writer.sizes).toEqual([3]);
  });

  it('joins requests that arrive while it writes, and starts a second writer for a full batch', () => {
    for (const size of [1, 4, 4, 4, 4]) send(aRequest(size));
    expect(writer.sizes).toEqual([1, 8]);
  });

  it('counts bytes as well as spans', () => {
    for (const bytes of [10, 600, 600]) send(aRequest(1, bytes));
    expect(writer.sizes).toEqual([1, 1]);
  });

  it('writes a request that is larger than a batch', () => {
    send(aRequest(50));
    expect(writer.sizes).toEqual([50]);
  });

  it("settles each caller's promise when its own spans are committed", async () => {
    const settled: string[] = [];
    void buffer.add(aRequest(1)).then(() => settled.push('first'));
    void buffer.add(aRequest(10)).then(() => settled.push('second'));
    writer.commit(1);
    await settle();
    expect(settled).toEqual(['second']);
    writer.commit(0);
    await settle();
    expect(settled).toEqual(['second', 'first']);
  });

  it('reports to each caller its own rejected spans, and records the rejections of all', async () => {
    send(aRequest(1));
    const one = aRequest(5);
    const other = { ...aRequest(5), rejected: [refusal('by decoding')] };
    const answers = Promise.all([buffer.add(one), buffer.add(other)]);
    const bad = one.spans[2]!;
    writer.commit(1, new Map([[bad, refusal(bad.spanId)]]));
    expect(await answers).toEqual([[refusal(bad.spanId)], [refusal('by decoding')]]);
    expect(recorded).toEqual([refusal(bad.spanId), refusal('by decoding')]);
  });

  it('lets no request wait until the rejections of others are recorded', async () => {
    let finish = (): void => undefined;
    const slow = new SpanBuffer(
      writer,
      {
        record: () =>
          new Promise((resolve) => {
            finish = () => resolve(new Set());
          }),
      },
      LIMITS,
    );
    void slow.add(aRequest(1));
    const answered: string[] = [];
    void slow.add(aRequest(5)).then(() => answered.push('good'));
    const bad = { ...aRequest(5), rejected: [refusal('bad')] };
    void slow.add(bad).then(() => answered.push('bad'));
    writer.commit(1);
    await settle();
    expect(answered).toEqual(['good']);
    // The writer is free for the next batch.
    void slow.add(aRequest(10)).then(() => answered.push('next'));
    writer.commit(2);
    await settle();
    expect(answered).toEqual(['good', 'next']);
    finish();
    await settle();
    expect(answered).toEqual(['good', 'next', 'bad']);
    writer.commit(0);
  });

  it('says which rejected spans are kept', async () => {
    const kept = { content: Buffer.from(''), acceptsAnyId: false, maskedBy: null, userId: null };
    const [first, second] = ['first', 'second'].map((id) => ({ ...refusal(id), kept }));
    const log = { record: () => Promise.resolve(new Set([second!])) };
    const answer = new SpanBuffer(writer, log, LIMITS).add({
      spans: [],
      rejected: [first!, second!],
      sources: [],
      byteSize: 0,
    });
    writer.commit(0);
    expect(await answer).toEqual([{ ...first, kept: null }, second]);
  });

  it('records the rejections of a request without anything to store', async () => {
    const answer = buffer.add({
      spans: [],
      rejected: [refusal('alone')],
      sources: [],
      byteSize: 0,
    });
    writer.commit(0);
    expect(await answer).toEqual([refusal('alone')]);
    expect(recorded).toEqual([refusal('alone')]);
  });

  it('responds to an empty request without writing', async () => {
    expect(await buffer.add(aRequest(0))).toEqual([]);
    expect(writer.batches).toEqual([]);
  });

  it('fails the requests of a failed batch, and continues with the next', async () => {
    const failing = buffer.add(aRequest(1));
    const next = buffer.add(aRequest(1));
    writer.batches[0]!.end(new UnavailableError('gone'));
    await expect(failing).rejects.toThrow('gone');
    await settle();
    writer.commit(1);
    expect(await next).toEqual([]);
  });

  it('drains everything that was added', async () => {
    const answers = [aRequest(1), aRequest(1), aRequest(10), aRequest(10)].map((request) =>
      buffer.add(request),
    );
    const drained = buffer.drain();
    for (let batch = 0; batch < 3; batch++) {
      await settle();
      writer.commit(batch);
    }
    await settle();
    if (writer.batches.length > 3) writer.commit(3);
    await drained;
    expect(await Promise.all(answers)).toEqual([[], [], [], []]);
  });

  it('refuses requests that have waited too long', async () => {
    const impatient = new SpanBuffer(
      writer,
      { record: () => Promise.resolve(new Set<RejectedSpan>()) },
      {
        ...LIMITS,
        writers: 1,
        maxWaitMs: 0,
      },
    );
    void impatient.add(aRequest(1));
    await expect(impatient.add(aRequest(1))).rejects.toThrow(UnavailableError);
    writer.commit(0);
  });
});
