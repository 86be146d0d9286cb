import { changeChart, describeChart, findMissingPart } from './chart-options.js';
import { NEW_CHART } from './templates.js';

describe('changeChart', () => {
  it('drops what no longer fits', () => {
    const chart = {
      ...NEW_CHART,
      entity: 'SPANS',
      groupBy: 'MODEL',
      kind: 'STACKED_BARS',
      condition: "span_kind == 'LLM'",
    } as const;
    expect(changeChart(chart, { entity: 'TRACES' })).toMatchObject({
      groupBy: null,
      condition: null,
    });
    expect(changeChart(chart, { aggregation: 'P95' })).toMatchObject({
      kind: 'LINES',
      measure: 'LATENCY_MS',
      groupBy: 'MODEL',
    });
    const firstToken = { ...chart, aggregation: 'P95', measure: 'TIME_TO_FIRST_TOKEN_MS' } as const;
    expect(changeChart(firstToken, { title: 'x' }).measure).toBe('TIME_TO_FIRST_TOKEN_MS');
    expect(changeChart(firstToken, { entity: 'TRACES' }).measure).toBe('LATENCY_MS');
    expect(changeChart(chart, { kind: 'NUMBER' }).groupBy).toBeNull();
    expect(changeChart(chart, { title: 'x' })).toEqual({ ...chart, title: 'x' });
  });
});

describe('findMissingPart', () => {
  it('names what has to be entered', () => {
    expect(findMissingPart(NEW_CHART)).toBeUndefined();
    expect(findMissingPart({ ...NEW_CHART, aggregation: 'MEAN_SCORE' })).toMatch('annotations');
    expect(findMissingPart({ ...NEW_CHART, groupBy: 'ATTRIBUTE', attribute: ' ' })).toMatch(
      'attribute',
    );
  });
});

describe('describeChart', () => {
  it.each([
    [{}, 'Number of traces'],
    [{ aggregation: 'FAILED_COUNT', groupBy: 'USER' }, 'Failed traces by user'],
    [{ aggregation: 'ERROR_RATE', entity: 'SESSIONS' }, 'Error rate of sessions'],
    [
      { aggregation: 'P95', measure: 'LATENCY_MS', entity: 'SPANS', groupBy: 'MODEL' },
      '95th percentile of latency of spans by model',
    ],
    [
      { aggregation: 'MEAN_SCORE', annotation: 'csat', groupBy: 'ATTRIBUTE', attribute: 'a.b' },
      'Mean score of csat of traces by a.b',
    ],
    [{ aggregation: 'MEAN_SCORE' }, 'Mean score of annotations of traces'],
  ] as const)('%j → %s', (change, text) => {
    expect(describeChart({ ...NEW_CHART, ...change })).toBe(text);
  });
});
