import { boundPause, choosePauses } from './pause-for.js';

describe('the pauses of a loop', () => {
  const pace = { max: 8, min: 1, calm: 100 };

  it.each([
    [0, 8],
    [100, 8],
    [200, 4],
    [400, 2],
    [800, 1],
    [80_000, 1],
  ])('become shorter the further it is behind: at %i, %i times its work', (behind, pauses) => {
    expect(choosePauses(pace, behind)).toBe(pauses);
  });

  it('may come close to none', () => {
    expect(choosePauses({ ...pace, min: 0 }, 80_000)).toBeCloseTo(0.01);
  });

  it('end soon, however long a step took', () => {
    expect(boundPause(12)).toBe(12);
    expect(boundPause(9 * 12_000)).toBe(5_000);
  });
});
