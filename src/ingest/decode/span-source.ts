import { cleanText } from '../../kernel/json/clean-json.js';
import { cutText } from '../../kernel/text/cut-text.js';
import type { OtlpResource, OtlpResourceSpans } from './otlp-span.js';
import { findUnreadKeys, type UnreadKeys } from './unread-keys.js';
import type { DecodedSpans } from './span-record.js';

/** Spans that arrive later than this after their end are late. */
export const LATE_MICROS = 10n * 60n * 1_000_000n;

/** Together they must fit into an entry of an index, 2,700 bytes, after they have been masked. */
const MAX_SERVICE_LENGTH = 200;
const MAX_SDK_LENGTH = 100;

/** The sender of spans, according to its resource. Empty texts are unknown. */
export interface SourceName {
  projectName: string;
  serviceName: string;
  sdkName: string;
  sdkVersion: string;
  sdkLanguage: string;
}

/** The counts of one resource of a request. */
export interface SpanSource extends SourceName {
  spanCount: number;
  /** Log records. */
  logCount: number;
  /** Points of metrics. */
  pointCount: number;
  /** Of any kind. */
  refusedCount: number;
  /** Name of the reason of the last refusal. */
  lastReason: string | null;
  /** Spans that ended long before they arrived. */
  lateCount: number;
  /** The latest end of a span, in microseconds after the request arrived; null if there is no span. */
  aheadMicros: bigint | null;
  unreadKeys: UnreadKeys;
}

/**
 * Sums up the spans of a resource.
 * @param from how much had been decoded before.
 * @param receivedAt microseconds since 1970.
 */
export function summarizeSource(
  resource: OtlpResourceSpans,
  { spans, rejected }: DecodedSpans,
  from: { spans: number; rejected: number },
  projectName: string,
  receivedAt: bigint,
): SpanSource {
  const lateBefore = receivedAt - LATE_MICROS;
  let lateCount = 0;
  let latest: bigint | null = null;
  for (let at = from.spans; at < spans.length; at++) {
    const { endTime } = spans[at]!;
    if (endTime < lateBefore) lateCount += 1;
    if (latest === null || endTime > latest) latest = endTime;
  }
  const refusedCount = rejected.length - from.rejected;
  return {
    ...nameSource(resource, projectName),
    spanCount: spans.length - from.spans,
    logCount: 0,
    pointCount: 0,
    refusedCount,
    lastReason: refusedCount > 0 ? rejected.at(-1)!.reason : null,
    lateCount,
    aheadMicros: latest === null ? null : latest - receivedAt,
    unreadKeys: findUnreadKeys(resource.spans),
  };
}

/** Names a source by what its resource says. */
export function nameSource(
  { attributes }: Pick<OtlpResource<unknown>, 'attributes'>,
  projectName: string,
): SourceName {
  const textOf = (key: string): string => {
    const value = attributes.findLast((attribute) => attribute.key === key)?.value;
    return typeof value === 'string' ? value : '';
  };
  return cutNames({
    projectName,
    serviceName: textOf('service.name'),
    sdkName: textOf('telemetry.sdk.name'),
    sdkVersion: textOf('telemetry.sdk.version'),
    sdkLanguage: textOf('telemetry.sdk.language'),
  });
}

/** Shortens the names of a source and makes them safe to store. */
export function cutNames(name: SourceName): SourceName {
  return {
    projectName: name.projectName,
    serviceName: cleanText(cutText(name.serviceName, MAX_SERVICE_LENGTH)),
    sdkName: cleanText(cutText(name.sdkName, MAX_SDK_LENGTH)),
    sdkVersion: cleanText(cutText(name.sdkVersion, MAX_SDK_LENGTH)),
    sdkLanguage: cleanText(cutText(name.sdkLanguage, MAX_SDK_LENGTH)),
  };
}
