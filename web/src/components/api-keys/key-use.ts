/** How a key is given to what sends with it, as environment variables. */
export interface KeySnippet {
  label: string;
  code: string;
}

/** The environment that makes programs send to the server at this address with this key. */
export function keySnippets(server: string, key: string): KeySnippet[] {
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

/** What a key may be used for, the widest first. */
export const KEY_SCOPES = [
  { value: 'FULL', label: 'Full' },
  { value: 'READ', label: 'Only look' },
  { value: 'INGEST', label: 'Only send traces' },
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number]['value'];

const SHORT: Record<KeyScope, string> = { FULL: 'Full', READ: 'Read', INGEST: 'Ingest' };

/** A scope in one word, for tables. */
export function scopeLabel(scope: KeyScope): string {
  return SHORT[scope];
}
