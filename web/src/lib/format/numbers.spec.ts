import {
  formatBytes,
  formatCost,
  formatCostExact,
  formatCount,
  formatDuration,
  formatDurationExact,
  formatLatency,
  formatMeasured,
  formatMeasuredExact,
  formatPlural,
  formatScore,
  formatShare,
} from './numbers.js';

describe('formatMeasured', () => {
  it.each([
    [0, '0'],
    [0.0012345, '0.00123'],
    [0.1 + 0.2, '0.3'],
    [-0.15, '-0.15'],
    [99.95, '100'],
    [123.456, '123.5'],
    [3412, '3.4k'],
  ])('writes %d as %s', (value, text) => expect(formatMeasured(value)).toBe(text));

  it('leaves out what adding up adds', () => {
    expect([0.1 + 0.2, 1234.000_05].map(formatMeasuredExact)).toEqual(['0.3', '1,234.00005']);
  });
});

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1000, '1k'],
    [3412, '3.4k'],
    [12_345, '12k'],
    [999_949, '1M'],
    [999_400, '999k'],
    [1_250_000, '1.3M'],
    [12_500_000, '13M'],
    [2_000_000_000, '2B'],
    [-3412, '-3.4k'],
  ])('writes %d as %s', (value, text) => expect(formatCount(value)).toBe(text));
});

describe('formatCost', () => {
  it.each([
    [0, '$0'],
    [0.0000000004, '<$0.000001'],
    [0.0000012, '$0.0000012'],
    [0.000012345, '$0.000012'],
    [0.02, '$0.02'],
    [0.0994, '$0.099'],
    [0.0999, '$0.10'],
    [0.5, '$0.50'],
    [12.345, '$12.35'],
    [999.999, '$1k'],
    [1234.5, '$1.2k'],
  ])('writes %d dollars as %s', (usd, text) => expect(formatCost(usd)).toBe(text));

  it('keeps the exact value for a tooltip', () => {
    expect(formatCostExact(0.0000123456)).toBe('$0.0000123456');
    expect(formatCostExact(0.1 + 0.2)).toBe('$0.3');
    expect(formatCostExact(1234.5)).toBe('$1,234.5');
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [0.001, '<0.01 ms'],
    [0.354, '0.35 ms'],
    [1.25, '1.3 ms'],
    [340.4, '340 ms'],
    [999.6, '1 s'],
    [1234, '1.2 s'],
    [59_400, '59 s'],
    [59_600, '1 m'],
    [125_000, '2 m 5 s'],
    [3_840_000, '1 h 4 m'],
    [266_400_000, '3 d 2 h'],
    [-1500, '−1.5 s'],
  ])('writes %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it('keeps the exact value for a tooltip', () => {
    expect(formatDurationExact(1234.567)).toBe('1,234.567 ms');
  });
});

describe('formatLatency', () => {
  it.each([
    [1500, '1.5 s'],
    [0, '0 ms'],
    [null, 'running'],
    [-1, 'no end'],
  ])('writes %p as %s', (ms, text) => expect(formatLatency(ms)).toBe(text));
});

describe('formatBytes', () => {
  it.each([
    [512, '512 B'],
    [2048, '2 KB'],
    [1_500_000, '1.4 MB'],
    [52_428_800, '50 MB'],
  ])('writes %d as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe('formatPlural', () => {
  it('uses the singular for one', () => {
    expect(formatPlural(1, 'trace')).toBe('1 trace');
    expect(formatPlural(2, 'trace')).toBe('2 traces');
    expect(formatPlural(0, 'reply', 'replies')).toBe('0 replies');
  });
});

describe('formatShare', () => {
  it.each([
    [0, '0%'],
    [1, '100%'],
    [0.25, '25%'],
    [0.0042, '0.4%'],
    [0.00001, '<0.1%'],
    [0.9949, '99.5%'],
    [0.99999, '>99.9%'],
    [0.666, '67%'],
  ])('writes %d as %s', (value, text) => expect(formatShare(value)).toBe(text));
});

describe('formatScore', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [0.83333, '0.833'],
    [0.5, '0.5'],
    [12.345, '12.3'],
    [100, '100'],
    [1234, '1.2k'],
    [-0.25, '−0.25'],
    [0.00001, '1.0e-5'],
  ])('writes %d as %s', (value, text) => expect(formatScore(value)).toBe(text));
});
