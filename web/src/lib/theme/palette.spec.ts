import { GROUND, SERIES_COLOR, SIGNAL_COLOR, SPAN_KIND_COLOR } from './palette.js';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const readable = [
  ...Object.entries({ ...SPAN_KIND_COLOR, ...SIGNAL_COLOR }),
  ...SERIES_COLOR.map((color, index) => [`series ${index}`, color] as const),
];

describe('the palette', () => {
  it.each(readable)('makes %s readable on every background of both themes', (_name, color) => {
    for (const ground of Object.values(GROUND)) {
      expect(contrast(color.light, ground.light)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color.dark, ground.dark)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('gives every span kind its own color', () => {
    for (const theme of ['light', 'dark'] as const) {
      const colors = Object.values(SPAN_KIND_COLOR).map((color) => color[theme]);
      expect(new Set(colors).size).toBe(colors.length);
    }
  });
});
