/** Environment variables that pass a key to a program. */
export interface KeySnippet {
  label: string;
  code: string;
}

/** Returns the environment variables that make a program send data to this server with this key. */
export function listKeySnippets(server: string, key: string): KeySnippet[] {
  return [
    {
      label: 'Phoenix clients',
      code: `PHOENIX_COLLECTOR_ENDPOINT=${server}\nPHOENIX_API_KEY=${key}`,
    },
    {
      label: 'OpenTelemetry',
      code:
        `OTEL_EXPORTER_OTLP_ENDPOINT=${server}\n` +
        `OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf\n` +
        `OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20${key}`,
    },
  ];
}

/** The scopes of a key, widest first. */
export const KEY_SCOPES = [
  { value: 'FULL', label: 'Full access' },
  { value: 'READ', label: 'Read only' },
  { value: 'INGEST', label: 'Send traces only' },
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number]['value'];

const SHORT: Record<KeyScope, string> = { FULL: 'Full', READ: 'Read', INGEST: 'Ingest' };

/** Returns the one-word label of a scope, for tables. */
export function getScopeLabel(scope: KeyScope): string {
  return SHORT[scope];
}
