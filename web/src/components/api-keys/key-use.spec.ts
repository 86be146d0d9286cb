import { KEY_SCOPES, listKeySnippets, getScopeLabel } from './key-use.js';

describe('API keys', () => {
  const [phoenix, otel] = listKeySnippets('https://traces.example.com/spandrel', 'spd_abc');

  it('can be used by published clients', () => {
    expect(phoenix?.code.split('\n')).toEqual([
      'PHOENIX_COLLECTOR_ENDPOINT=https://traces.example.com/spandrel',
      'PHOENIX_API_KEY=spd_abc',
    ]);
  });

  it('can be used by any exporter, whose header values are URL-encoded', () => {
    expect(otel?.code).toContain('OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20spd_abc');
  });

  it('have a one-word scope', () => {
    expect(KEY_SCOPES.map(({ value }) => getScopeLabel(value))).toEqual(['Full', 'Read', 'Ingest']);
  });
});
