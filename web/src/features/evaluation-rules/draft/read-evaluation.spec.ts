import { readEvaluation } from './read-evaluation.js';

const SPAN = {
  id: 'x',
  statusCode: 'OK' as const,
  statusMessage: '',
  metadata: null,
  output: null,
};

describe('the trace of an evaluation', () => {
  it('says how a span was judged', () => {
    const rootSpan = {
      ...SPAN,
      metadata: '{"rule_id":"r","trace_id":"t1","span_id":"s1"}',
      output: { value: '{"label":"true","score":1,"explanation":"It is."}' },
    };
    expect(readEvaluation({ rootSpan })).toEqual({
      label: 'true',
      score: 1,
      text: 'It is.',
      isFailed: false,
      subject: { kind: 'span', id: 's1' },
    });
  });

  it('says why a trace could not be judged', () => {
    const rootSpan = {
      ...SPAN,
      statusCode: 'ERROR' as const,
      statusMessage: 'Out of order.',
      metadata: '{"trace_id":"t1"}',
    };
    expect(readEvaluation({ rootSpan })).toMatchObject({
      text: 'Out of order.',
      isFailed: true,
      subject: { kind: 'trace', id: 't1' },
    });
  });

  it('may have nothing to read', () => {
    const rootSpan = { ...SPAN, metadata: 'no JSON', output: { value: '"text"' } };
    const nothing = { label: null, score: null, text: '', isFailed: false, subject: undefined };
    expect(readEvaluation({ rootSpan })).toEqual(nothing);
    expect(readEvaluation({ rootSpan: null })).toEqual(nothing);
  });
});
