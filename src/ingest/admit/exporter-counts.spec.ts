import type { RejectedSpan } from '../decode/span-record.js';
import type { SpanSource } from '../decode/span-source.js';
import { ExporterTotals } from './exporter-counts.js';

const aSource = (given: Partial<SpanSource> = {}): SpanSource => ({
  projectName: 'default',
  serviceName: 'shop',
  sdkName: 'opentelemetry',
  sdkVersion: '1.0',
  sdkLanguage: 'python',
  spanCount: 10,
  logCount: 0,
  pointCount: 0,
  refusedCount: 0,
  lastReason: null,
  lateCount: 0,
  aheadMicros: -2_000_000n,
  unreadKeys: new Map(),
  ...given,
});

const refused = (reason: RejectedSpan['reason'], projectName = 'default'): RejectedSpan => ({
  reason,
  message: '',
  traceId: null,
  spanId: null,
  spanName: null,
  projectName,
  kept: null,
});

const GRPC = { protocol: 'grpc', keyId: null } as const;

describe('ExporterTotals', () => {
  it('adds up the requests of an exporter', () => {
    const totals = new ExporterTotals(10);
    totals.add([aSource()], [], GRPC, 1_000);
    const late = aSource({ lateCount: 3, aheadMicros: -900_000_000n });
    totals.add([late, late], [], { protocol: 'http/json', keyId: null }, 2_000);
    expect(totals.take()).toMatchObject([
      {
        requests: { grpc: 1, 'http/json': 1, 'http/protobuf': 0 },
        spanCount: 30,
        lateCount: 6,
        aheadMicros: -2_000_000n,
        firstSeenAt: 1_000,
        lastSeenAt: 2_000,
        lastRefusedAt: null,
      },
    ]);
    expect(totals.take()).toEqual([]);
  });

  it('tells services, projects and keys apart', () => {
    const totals = new ExporterTotals(10);
    totals.add([aSource(), aSource({ serviceName: 'x' })], [], GRPC, 1);
    totals.add([aSource({ projectName: 'x' })], [], GRPC, 1);
    totals.add([aSource()], [], { ...GRPC, keyId: 7 }, 1);
    expect(totals.take()).toHaveLength(4);
  });

  it('counts spans that were refused before and after they were decoded', () => {
    const totals = new ExporterTotals(10);
    const sources = [
      aSource({ refusedCount: 1, lastReason: 'invalid_id' }),
      aSource({ projectName: 'other' }),
    ];
    totals.add(sources, [refused('invalid_id'), refused('storage_refused', 'other')], GRPC, 5);
    expect(totals.take()).toMatchObject([
      { spanCount: 10, refusedCount: 1, lastReason: 'invalid_id', lastRefusedAt: 5 },
      { spanCount: 9, refusedCount: 1, lastReason: 'storage_refused', lastRefusedAt: 5 },
    ]);
  });

  it('loses nothing that could not be written', () => {
    const totals = new ExporterTotals(10);
    totals.add([aSource({ refusedCount: 1, lastReason: 'invalid_id' })], [], GRPC, 1);
    const taken = totals.take();
    totals.add([aSource()], [], GRPC, 2);
    totals.putBack(taken);
    expect(totals.take()).toMatchObject([
      {
        requests: { grpc: 2 },
        spanCount: 20,
        refusedCount: 1,
        firstSeenAt: 1,
        lastSeenAt: 2,
        lastRefusedAt: 1,
      },
    ]);
  });

  it('counts the requests that had a key that nothing reads, and keeps the newest example', () => {
    const totals = new ExporterTotals(10);
    const send = (...keys: [string, string | null][]) =>
      totals.add([aSource({ unreadKeys: new Map(keys) })], [], GRPC, 1);
    send(['a', '1'], ['b', null]);
    send(['a', '2']);
    const taken = totals.take();
    send(['a', null], ['c', '3']);
    totals.putBack(taken);
    expect(Object.fromEntries(totals.take()[0]!.unreadKeys)).toEqual({
      a: { requestCount: 3, example: '2' },
      b: { requestCount: 1, example: null },
      c: { requestCount: 1, example: '3' },
    });
  });

  it('remembers only so many keys, whatever senders make up', () => {
    const totals = new ExporterTotals(1_000);
    for (let at = 0; at < 300; at++) {
      const keys = Array.from({ length: 200 }, (_, n) => [`${at} ${n}`, 'x'] as const);
      const source = aSource({ serviceName: `s${at % 150}`, unreadKeys: new Map(keys) });
      totals.add([source], [], GRPC, at);
    }
    const counted = totals.take().map(({ unreadKeys }) => unreadKeys.size);
    expect(Math.max(...counted)).toBe(200);
    expect(counted.reduce((sum, size) => sum + size, 0)).toBe(20_000);
  });

  it('remembers only so many exporters, whatever names they make up', () => {
    const totals = new ExporterTotals(3);
    for (let at = 0; at < 100; at++) {
      totals.add([aSource({ serviceName: `made up ${at}` })], [], GRPC, at);
    }
    const taken = totals.take();
    expect(taken).toHaveLength(3);
    totals.add([aSource(), aSource({ serviceName: 'x' })], [], GRPC, 1);
    totals.putBack(taken);
    expect(totals.take()).toHaveLength(3);
  });
});
