import { MAX_UNREAD_KEYS } from '../decode/unread-keys.js';
import type { SourceName, SpanSource } from '../decode/span-source.js';
import type { RejectedSpan } from '../decode/span-record.js';

export const PROTOCOLS = ['http/protobuf', 'http/json', 'grpc'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The sender of a request: its key, and its protocol. */
export interface Sender {
  protocol: Protocol;
  /** Row ID of the API key; null if there was none. */
  keyId: number | null;
}

/** The counts of an exporter since they were last written to the database. */
export interface ExporterCounts extends SourceName {
  keyId: number | null;
  requests: Record<Protocol, number>;
  spanCount: number;
  logCount: number;
  pointCount: number;
  refusedCount: number;
  lastReason: string | null;
  lateCount: number;
  aheadMicros: bigint | null;
  /** By their names, those that nothing reads. */
  unreadKeys: Map<string, UnreadKeyCount>;
  /** Milliseconds since 1970. */
  firstSeenAt: number;
  lastSeenAt: number;
  lastRefusedAt: number | null;
}

/** A key of attributes that nothing reads. */
export interface UnreadKeyCount {
  /** Requests that had it. */
  requestCount: number;
  /** A value; null if none may be shown. */
  example: string | null;
}

/** Of all exporters together, between two writes. */
const MAX_KEYS = 20_000;
/** The counts by signal; a request has one of them. */
const COUNTED = ['spanCount', 'logCount', 'pointCount'] as const;

/** Reasons for which spans are refused after they were decoded. */
const LATER_REASONS = new Set(['storage_refused', 'other_project']);

/** Adds up requests by exporter. Its memory is bounded, however many names senders make up. */
export class ExporterTotals {
  private counts = new Map<string, ExporterCounts>();
  private keyCount = 0;

  constructor(private readonly max: number) {}

  /**
   * Adds a request that has been answered.
   * @param rejected all rejected spans of the request.
   * @param now milliseconds since 1970.
   */
  add(
    sources: readonly SpanSource[],
    rejected: readonly RejectedSpan[],
    { protocol, keyId }: Sender,
    now: number,
  ): void {
    const counted = new Set<ExporterCounts>();
    const later = rejected.filter(({ reason }) => LATER_REASONS.has(reason));
    for (const source of moveRefused(sources, later)) {
      const counts = this.find(source, keyId, now);
      if (!counts) continue;
      if (!counted.has(counts)) counts.requests[protocol] += 1;
      counted.add(counts);
      counts.lastSeenAt = now;
      addSource(counts, source, now);
      for (const [key, example] of source.unreadKeys) {
        this.addKey(counts, key, { requestCount: 1, example });
      }
    }
  }

  /** Senders that make up keys all the time are not counted any further. */
  private addKey({ unreadKeys }: ExporterCounts, key: string, added: UnreadKeyCount): void {
    const known = unreadKeys.get(key);
    if (known) {
      known.requestCount += added.requestCount;
      known.example = added.example ?? known.example;
    } else if (unreadKeys.size < MAX_UNREAD_KEYS && this.keyCount < MAX_KEYS) {
      unreadKeys.set(key, { ...added });
      this.keyCount += 1;
    }
  }

  /** Returns what was added, and forgets it. */
  take(): ExporterCounts[] {
    const taken = [...this.counts.values()];
    this.counts = new Map();
    this.keyCount = 0;
    return taken;
  }

  /** Adds up what could not be written with what has been added since. */
  putBack(taken: readonly ExporterCounts[]): void {
    const newer = this.counts;
    this.counts = new Map();
    this.keyCount = 0;
    for (const counts of [...taken, ...newer.values()]) this.merge(counts);
  }

  /** Adds counts that are newer than all before. */
  merge(counts: ExporterCounts): void {
    const key = keyOf(counts, counts.keyId);
    const known = this.counts.get(key);
    if (!known && this.counts.size >= this.max) return;
    const merged = known ?? { ...counts, unreadKeys: new Map() };
    if (known) mergeCounts(known, counts);
    else this.counts.set(key, merged);
    for (const [name, found] of counts.unreadKeys) this.addKey(merged, name, found);
  }

  private find(source: SpanSource, keyId: number | null, now: number): ExporterCounts | undefined {
    const key = keyOf(source, keyId);
    const known = this.counts.get(key);
    if (known || this.counts.size >= this.max) return known;
    const { projectName, serviceName, sdkName, sdkVersion, sdkLanguage } = source;
    const counts: ExporterCounts = {
      projectName,
      serviceName,
      sdkName,
      sdkVersion,
      sdkLanguage,
      keyId,
      requests: { 'http/protobuf': 0, 'http/json': 0, grpc: 0 },
      spanCount: 0,
      logCount: 0,
      pointCount: 0,
      refusedCount: 0,
      lastReason: null,
      lateCount: 0,
      aheadMicros: null,
      unreadKeys: new Map(),
      firstSeenAt: now,
      lastSeenAt: now,
      lastRefusedAt: null,
    };
    this.counts.set(key, counts);
    return counts;
  }
}

function keyOf(source: SourceName, keyId: number | null): string {
  const { projectName, serviceName, sdkName, sdkVersion, sdkLanguage } = source;
  return [projectName, serviceName, sdkName, sdkVersion, sdkLanguage, keyId].join('\0');
}

/**
 * Moves spans that were refused after decoding from the accepted to the refused ones. Assumes one resource, as
 * nearly all requests have, because these spans no longer know theirs.
 */
function moveRefused(
  sources: readonly SpanSource[],
  later: readonly RejectedSpan[],
): readonly SpanSource[] {
  if (later.length === 0) return sources;
  const moved = sources.map((source) => ({ ...source }));
  for (const { projectName, reason } of later) {
    for (const kind of COUNTED) {
      const source = moved.find((one) => one.projectName === projectName && one[kind] > 0);
      if (!source) continue;
      source[kind] -= 1;
      source.refusedCount += 1;
      source.lastReason = reason;
      break;
    }
  }
  return moved;
}

function addSource(counts: ExporterCounts, source: SpanSource, now: number): void {
  counts.spanCount += source.spanCount;
  counts.logCount += source.logCount;
  counts.pointCount += source.pointCount;
  counts.refusedCount += source.refusedCount;
  counts.lateCount += source.lateCount;
  counts.aheadMicros = later(counts.aheadMicros, source.aheadMicros);
  if (source.refusedCount === 0) return;
  counts.lastReason = source.lastReason;
  counts.lastRefusedAt = now;
}

function mergeCounts(older: ExporterCounts, newer: ExporterCounts): void {
  for (const protocol of PROTOCOLS) older.requests[protocol] += newer.requests[protocol];
  older.spanCount += newer.spanCount;
  older.logCount += newer.logCount;
  older.pointCount += newer.pointCount;
  older.refusedCount += newer.refusedCount;
  older.lateCount += newer.lateCount;
  older.aheadMicros = later(older.aheadMicros, newer.aheadMicros);
  older.lastSeenAt = newer.lastSeenAt;
  if (newer.lastRefusedAt === null) return;
  older.lastReason = newer.lastReason;
  older.lastRefusedAt = newer.lastRefusedAt;
}

function later(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
