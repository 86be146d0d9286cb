import type { SpanRun } from '../api/span-runs.js';
import { chooseExtension } from './gaps.js';

const run = (part: Partial<SpanRun>) => part as SpanRun;
const FIRST = run({ isStart: true, isEnd: false });
const LAST = run({ isStart: false, isEnd: true });
const gap = (above: SpanRun | null, below: SpanRun | null) => ({ key: '', depth: 0, above, below });

describe('chooseExtension', () => {
  it('fills a gap from the side that the user comes from', () => {
    expect(chooseExtension(gap(FIRST, LAST), 'forward')).toEqual([FIRST, 'forward']);
    expect(chooseExtension(gap(FIRST, LAST), 'backward')).toEqual([LAST, 'backward']);
  });

  it('fills it from the only side where spans can be missing', () => {
    expect(chooseExtension(gap(FIRST, null), 'backward')).toEqual([FIRST, 'forward']);
    expect(chooseExtension(gap(LAST, LAST), 'forward')).toEqual([LAST, 'backward']);
    expect(chooseExtension(gap(LAST, FIRST), 'forward')).toBeUndefined();
    expect(chooseExtension(gap(null, null), 'forward')).toBeUndefined();
  });
});
