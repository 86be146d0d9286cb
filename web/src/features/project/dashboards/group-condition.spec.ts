import { writeChartCondition, writeGroupCondition } from './group-condition.js';
import { NEW_CHART } from './templates.js';

const SPANS = { ...NEW_CHART, entity: 'SPANS' } as const;
const SESSIONS = { ...NEW_CHART, entity: 'SESSIONS' } as const;

describe('writeGroupCondition', () => {
  it.each([
    [{ ...SPANS, groupBy: 'NAME' }, "o'clock", 'name == "o\'clock"'],
    [{ ...SPANS, groupBy: 'MODEL' }, null, 'llm.model_name is None'],
    [{ ...SPANS, groupBy: 'STATUS' }, 'UNSET', "status_code == 'UNSET'"],
    [{ ...SPANS, groupBy: 'SESSION' }, 's', "session.id == 's'"],
    [
      { ...SPANS, groupBy: 'ATTRIBUTE', attribute: 'metadata.try' },
      '3',
      "str(metadata['try']) == '3'",
    ],
    [
      { ...SPANS, groupBy: 'ATTRIBUTE', attribute: 'service.zone' },
      'eu',
      "str(attributes['service']['zone']) == 'eu'",
    ],
    [
      { ...NEW_CHART, groupBy: 'NAME' },
      'order',
      "any(s.name == 'order' and s.parent_id is None for s in spans)",
    ],
    [{ ...NEW_CHART, groupBy: 'STATUS' }, 'OK', 'error_count == 0'],
    [{ ...NEW_CHART, groupBy: 'SESSION' }, 's', "session_id == 's'"],
    [{ ...SESSIONS, groupBy: 'STATUS' }, 'ERROR', 'num_traces_with_error > 0'],
    [NEW_CHART, null, undefined],
  ] as const)('%j, %j → %s', (chart, key, condition) => {
    expect(writeGroupCondition(chart, key)).toBe(condition);
  });
});

describe('writeChartCondition', () => {
  it.each([
    [NEW_CHART, undefined],
    [{ ...SPANS, condition: 'latency_ms > 5' }, 'latency_ms > 5'],
    [
      { ...NEW_CHART, aggregation: 'FAILED_COUNT', condition: 'a == 1 or b == 1' },
      '(a == 1 or b == 1) and error_count > 0',
    ],
    [
      { ...SPANS, aggregation: 'MEAN_SCORE', annotation: 'tone' },
      "annotations['tone'].score is not None",
    ],
    [
      { ...SESSIONS, aggregation: 'MEAN_SCORE', annotation: 'csat' },
      "session_annotations['csat'].score is not None",
    ],
  ] as const)('%j → %s', (chart, condition) => {
    expect(writeChartCondition(chart)).toBe(condition);
  });
});
