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

/** Says how many spans arrived, and how. */
export function describeTraffic(
  exporter: Pick<
    Exporter,
    | 'spanCount'
    | 'spanCountToday'
    | 'refusedCount'
    | 'httpProtobufRequestCount'
    | 'httpJsonRequestCount'
    | 'grpcRequestCount'
  >,
): string {
  const { spanCount, spanCountToday, refusedCount } = exporter;
  const protocols = [
    exporter.httpProtobufRequestCount > 0 ? 'HTTP' : '',
    exporter.httpJsonRequestCount > 0 ? 'HTTP with JSON' : '',
    exporter.grpcRequestCount > 0 ? 'gRPC' : '',
  ].filter(Boolean);
  return [
    `${countSpans(spanCountToday)} today, ${formatCount(spanCount)} in all`,
    refusedCount > 0 ? `${formatCount(refusedCount)} refused in all` : '',
    protocols.join(', '),
  ]
    .filter(Boolean)
    .join(' · ');
}

function countSpans(count: number): string {
  return count === 1 ? formatPlural(1, 'span') : `${formatCount(count)} spans`;
}
