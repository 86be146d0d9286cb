import { chooseColor, LABEL_COLORS, toHexColor } from './label-colors.js';

describe('chooseColor', () => {
  it('gives each color once before it repeats one', () => {
    const used: { color: string }[] = [];
    for (const _ of LABEL_COLORS) used.push({ color: chooseColor(used) });
    expect(new Set(used.map(({ color }) => color)).size).toBe(LABEL_COLORS.length);
    expect(chooseColor(used)).toBe(LABEL_COLORS[0].color);
  });

  it('ignores custom colors', () => {
    expect(chooseColor([{ color: 'rebeccapurple' }, { color: '#3B7DD8' }])).toBe('#8a5cd6');
  });

  it('offers only colors that the server accepts', () => {
    for (const { color } of LABEL_COLORS) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe('toHexColor', () => {
  it.each([
    ['#ABCDEF', '#abcdef'],
    ['red', '#808894'],
    ['#fff', '#808894'],
    ['#123456; x', '#808894'],
  ])('turns %s into %s', (color, hex) => {
    expect(toHexColor(color)).toBe(hex);
  });
});
