import { nextColor, TAG_COLORS, toHexColor } from './tag-colors.js';

describe('nextColor', () => {
  it('gives each colour once before it repeats one', () => {
    const used: { color: string }[] = [];
    for (const _ of TAG_COLORS) used.push({ color: nextColor(used) });
    expect(new Set(used.map(({ color }) => color)).size).toBe(TAG_COLORS.length);
    expect(nextColor(used)).toBe(TAG_COLORS[0].color);
  });

  it('takes no notice of colours of other making', () => {
    expect(nextColor([{ color: 'rebeccapurple' }, { color: '#3B7DD8' }])).toBe('#8a5cd6');
  });

  it('offers only what the server takes', () => {
    for (const { color } of TAG_COLORS) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe('toHexColor', () => {
  it.each([
    ['#ABCDEF', '#abcdef'],
    ['red', '#808894'],
    ['#fff', '#808894'],
    ['#123456; x', '#808894'],
  ])('makes %s a %s', (color, hex) => {
    expect(toHexColor(color)).toBe(hex);
  });
});
