import { describeSender, describeTraffic } from './exporter-texts.js';

describe('the texts about an exporter', () => {
  it('name what is known of its SDK and its key', () => {
    const unknown = { sdkLanguage: null, sdkName: null, sdkVersion: null, keyName: null };
    expect(describeSender(unknown)).toBe('');
    expect(describeSender({ ...unknown, keyName: 'prod' })).toBe('key “prod”');
    expect(
      describeSender({
        sdkLanguage: 'python',
        sdkName: 'opentelemetry',
        sdkVersion: '1.38.0',
        keyName: 'prod',
      }),
    ).toBe('python opentelemetry 1.38.0 · key “prod”');
  });

  it('say how many spans arrived, and how', () => {
    const quiet = {
      spanCount: 1,
      spanCountToday: 1,
      logRecordCount: 0,
      metricPointCount: 0,
      refusedCount: 0,
      httpProtobufRequestCount: 0,
      httpJsonRequestCount: 0,
      grpcRequestCount: 3,
    };
    expect(describeTraffic(quiet)).toBe('1 span today, 1 in all · gRPC');
    const busy = {
      ...quiet,
      spanCount: 1_200,
      spanCountToday: 0,
      logRecordCount: 1,
      metricPointCount: 2_000,
      refusedCount: 12,
      httpProtobufRequestCount: 1,
      httpJsonRequestCount: 1,
    };
    expect(describeTraffic(busy)).toBe(
      '0 spans today, 1.2k in all · 1 log record · 2k metric points · 12 refused in all · HTTP, HTTP with JSON, gRPC',
    );
  });
});
