import { drawLine } from './draw-line.js';

const scale = { low: -1, high: 1, ticks: [] };

describe('drawLine', () => {
  it('ends where a value is missing, and draws values without neighbors as dots', () => {
    expect(drawLine([0, 1, null, -1], scale, false)).toBe('M0.5 50h0L1.5 0M3.5 100h0');
  });

  it('can cross the bins without values', () => {
    expect(drawLine([null, 0, null, 1], scale, true)).toBe('M1.5 50h0L3.5 0');
  });

  it('draws nothing without values', () => {
    expect(drawLine([null, null], scale, true)).toBe('');
  });
});
