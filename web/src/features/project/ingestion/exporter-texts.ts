import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import type { Exporter } from '../api/ingestion.js';

/** Names the SDK and the key of an exporter, as far as they are known. */
export function describeSender(
  exporter: Pick<Exporter, 'sdkLanguage' | 'sdkName' | 'sdkVersion' | 'keyName'>,
): string {
  const { sdkLanguage, sdkName, sdkVersion, keyName } = exporter;
  const sdk = [sdkLanguage, sdkName, sdkVersion].filter(Boolean).join(' ');
  return [sdk, keyName === null ? '' : `key “${keyName}”`].filter(Boolean).join(' · ');
}

/** Says how much arrived, and how. */
export function describeTraffic(
  exporter: Pick<
    Exporter,
    | 'spanCount'
    | 'spanCountToday'
    | 'logRecordCount'
    | 'metricPointCount'
    | 'refusedCount'
    | 'httpProtobufRequestCount'
    | 'httpJsonRequestCount'
    | 'grpcRequestCount'
  >,
): string {
  const { spanCount, spanCountToday, logRecordCount, metricPointCount, refusedCount } = exporter;
  const protocols = [
    exporter.httpProtobufRequestCount > 0 ? 'HTTP' : '',
    exporter.httpJsonRequestCount > 0 ? 'HTTP with JSON' : '',
    exporter.grpcRequestCount > 0 ? 'gRPC' : '',
  ].filter(Boolean);
  return [
    `${countOf(spanCountToday, 'span')} today, ${formatCount(spanCount)} in all`,
    logRecordCount > 0 ? countOf(logRecordCount, 'log record') : '',
    metricPointCount > 0 ? countOf(metricPointCount, 'metric point') : '',
    refusedCount > 0 ? `${formatCount(refusedCount)} refused in all` : '',
    protocols.join(', '),
  ]
    .filter(Boolean)
    .join(' · ');
}

function countOf(count: number, noun: string): string {
  return count === 1 ? formatPlural(1, noun) : `${formatCount(count)} ${noun}s`;
}
