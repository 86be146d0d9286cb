/**
 * The colors to choose from, distinct on light and dark backgrounds. The server accepts only
 * lowercase.
 */
export const LABEL_COLORS = [
  { name: 'Blue', color: '#3b7dd8' },
  { name: 'Violet', color: '#8a5cd6' },
  { name: 'Pink', color: '#cf4f9c' },
  { name: 'Red', color: '#d14b4b' },
  { name: 'Orange', color: '#d9822b' },
  { name: 'Yellow', color: '#c2a20c' },
  { name: 'Green', color: '#3f9d56' },
  { name: 'Teal', color: '#1f9e95' },
  { name: 'Sky', color: '#33a6d8' },
  { name: 'Gray', color: '#808894' },
] as const;

/** Returns the color for a new label: one of the least used. */
export function chooseColor(used: readonly { color: string }[]): string {
  const counts = new Map(LABEL_COLORS.map(({ color }) => [color as string, 0]));
  for (const { color } of used) {
    const count = counts.get(color.toLowerCase());
    if (count !== undefined) counts.set(color.toLowerCase(), count + 1);
  }
  const [first] = [...counts].toSorted(([, a], [, b]) => a - b);
  return first?.[0] ?? LABEL_COLORS[0].color;
}

/** Returns a color that a color field can hold; color names and the like become gray. */
export function toHexColor(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : '#808894';
}
