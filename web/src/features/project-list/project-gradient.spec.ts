import { getProjectGradient } from './project-gradient.js';

const unchosen = { gradientStartColor: '#5bdbff', gradientEndColor: '#1c76fc' };

describe('getProjectGradient', () => {
  it('keeps chosen colors', () => {
    const chosen = { gradientStartColor: '#112233', gradientEndColor: '#1c76fc' };
    expect(getProjectGradient({ name: 'shop', ...chosen })).toEqual({
      start: '#112233',
      end: '#1c76fc',
    });
  });

  it('always gives the same colors for a name', () => {
    const twice = [1, 2].map(() => getProjectGradient({ name: 'shop', ...unchosen }));
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[0]?.start).toMatch(/^hsl\(\d+ /);
  });

  it('gives similar names different colors', () => {
    const hues = Array.from({ length: 60 }, (_, place) =>
      Number(/\d+/.exec(getProjectGradient({ name: `team-${place}`, ...unchosen }).start)?.[0]),
    );
    expect(new Set(hues).size).toBeGreaterThan(40);
    expect(Math.min(...hues)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...hues)).toBeLessThan(330);
  });
});
