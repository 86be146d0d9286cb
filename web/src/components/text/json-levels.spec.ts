import { countLevelsToOpen } from './json-levels.js';

describe('countLevelsToOpen', () => {
  it('opens everything if it is short', () => {
    expect(countLevelsToOpen({ a: { b: { c: 1 } } }, 60)).toBe(3);
  });

  it('stops before there are too many lines', () => {
    const items = Array.from({ length: 50 }, (_, i) => ({ i, name: 'x' }));
    expect(countLevelsToOpen({ items, total: 50 }, 60)).toBe(2);
    expect(countLevelsToOpen({ items: [...items, ...items], total: 100 }, 60)).toBe(1);
  });

  it('always opens the outermost level', () => {
    expect(
      countLevelsToOpen(
        Array.from({ length: 500 }, () => 1),
        60,
      ),
    ).toBe(1);
    expect(countLevelsToOpen('text', 60)).toBe(1);
  });
});
