import { projectGradient } from './project-gradient.js';

const unchosen = { gradientStartColor: '#5bdbff', gradientEndColor: '#1c76fc' };

describe('projectGradient', () => {
  it('keeps colours somebody chose', () => {
    const chosen = { gradientStartColor: '#112233', gradientEndColor: '#1c76fc' };
    expect(projectGradient({ name: 'shop', ...chosen })).toEqual({
      start: '#112233',
      end: '#1c76fc',
    });
  });

  it('gives a name the same colours each time', () => {
    const twice = [1, 2].map(() => projectGradient({ name: 'shop', ...unchosen }));
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[0]?.start).toMatch(/^hsl\(\d+ /);
  });

  it('spreads names that are alike', () => {
    const hues = Array.from({ length: 60 }, (_, place) =>
      Number(/\d+/.exec(projectGradient({ name: `team-${place}`, ...unchosen }).start)?.[0]),
    );
    expect(new Set(hues).size).toBeGreaterThan(40);
    expect(Math.min(...hues)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...hues)).toBeLessThan(330);
  });
});
