import type { Framework } from './framework.js';
import { PYTHON_FRAMEWORKS } from './python.js';
import { TYPESCRIPT_FRAMEWORKS } from './typescript.js';

const OPENTELEMETRY: Framework = {
  id: 'opentelemetry',
  title: 'OpenTelemetry',
  language: 'Any language',
  packages: [],
  setup: ({ server, project }) => `export OTEL_EXPORTER_OTLP_ENDPOINT=${server}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_RESOURCE_ATTRIBUTES=openinference.project.name=${escapeAttribute(project)}`,
  key: 'OTEL_EXPORTER_OTLP_HEADERS',
};

const KEY_HEADER = ' -H "authorization: Bearer $PHOENIX_API_KEY"';

const CURL: Framework = {
  id: 'curl',
  title: 'curl',
  language: 'Any language',
  packages: [],
  setup: ({ traces, project, needsKey }) => `now=$(date +%s)
curl ${traces}${needsKey ? KEY_HEADER : ''} -H 'content-type: application/json' -d '{
  "resourceSpans": [{
    "resource": { "attributes": [
      { "key": "openinference.project.name", "value": { "stringValue": ${escapeForShell(project)} } }
    ] },
    "scopeSpans": [{ "spans": [{
      "traceId": "'$(openssl rand -hex 16)'", "spanId": "'$(openssl rand -hex 8)'",
      "name": "answer", "kind": 1,
      "startTimeUnixNano": "'$now'000000000", "endTimeUnixNano": "'$now'800000000",
      "attributes": [
        { "key": "openinference.span.kind", "value": { "stringValue": "CHAIN" } },
        { "key": "input.value", "value": { "stringValue": "What is the meaning of life?" } },
        { "key": "output.value", "value": { "stringValue": "42" } }
      ]
    }] }]
  }]
}'`,
  key: 'PHOENIX_API_KEY',
};

/** All that the gallery shows, in its order. */
export const FRAMEWORKS: readonly Framework[] = [
  ...PYTHON_FRAMEWORKS,
  ...TYPESCRIPT_FRAMEWORKS,
  OPENTELEMETRY,
  CURL,
];

/** Percent-encodes a literal for OTEL_RESOURCE_ATTRIBUTES, which needs no quotes then. */
function escapeAttribute(literal: string): string {
  const encoded = encodeURIComponent(JSON.parse(literal) as string);
  return encoded.replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** Escapes a text for use inside single quotes in a shell, so that it cannot close them. */
function escapeForShell(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
