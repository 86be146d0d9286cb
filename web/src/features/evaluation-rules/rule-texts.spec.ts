import {
  describeMatching,
  formatRate,
  formatUsed,
  getAnnotatedFilter,
  suggestFix,
} from './rule-texts.js';

describe('the texts about rules', () => {
  it('list what a rule has annotated', () => {
    expect(getAnnotatedFilter({ target: 'TRACE', name: "isn't" })).toBe(
      'trace_annotations["isn\'t"]',
    );
    expect(getAnnotatedFilter({ target: 'SPAN', name: 'tone' })).toBe("annotations['tone']");
  });

  it.each([
    [1, '100%'],
    [0.07, '7%'],
    [0.00125, '0.125%'],
  ])('show the rate %d as %s', (rate, text) => expect(formatRate(rate)).toBe(text));

  it('compare figures with limits', () => {
    expect(formatUsed(12, null)).toBe('12');
    expect(formatUsed(12, 1000)).toBe('12 of 1k');
  });

  it('say how much a rule would evaluate', () => {
    expect(describeMatching(700, { target: 'SPAN', rate: 0.1 })).toBe(
      '700 spans of the last 7 days meet it. At 10%, that is about 10 evaluations a day.',
    );
    expect(describeMatching(1, { target: 'TRACE', rate: 1 })).toBe(
      '1 trace of the last 7 days meets it. At 100%, that is less than one evaluation a day.',
    );
    expect(describeMatching(0, { target: 'SESSION', rate: 1 })).toBe(
      'No session of the last 7 days meets it.',
    );
    expect(describeMatching(5, { target: 'SPAN', rate: undefined })).toBe(
      '5 spans of the last 7 days meet it.',
    );
  });

  it('say what can be done about an error', () => {
    expect(suggestFix('The path "a" of "text" leads to nothing.')).toContain('map the input');
    expect(suggestFix('The API key is missing.')).toContain('store the key');
    expect(suggestFix('100000 evaluations wait already. Lower the sampling rate.')).toBe('');
    expect(suggestFix('Something else.')).toContain('try it on recent data');
  });
});
