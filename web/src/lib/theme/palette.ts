/** A color for each of the two themes, as `#rrggbb`. */
export interface ThemedColor {
  light: string;
  dark: string;
}

/** The backgrounds for the colors below; `panel` is the lightest background of the dark theme. */
export const GROUND: Record<'body' | 'panel' | 'raised', ThemedColor> = {
  body: { light: '#f6f7f8', dark: '#111317' },
  panel: { light: '#ffffff', dark: '#16191e' },
  raised: { light: '#ffffff', dark: '#1c2026' },
};

/**
 * One hue per span kind, the same in trees, chips, bars and legends. Red and amber are reserved.
 */
export const SPAN_KIND_COLOR = {
  agent: { light: '#763adf', dark: '#bc9fef' },
  chain: { light: '#576578', dark: '#a2adbc' },
  llm: { light: '#1562ba', dark: '#7bb0ec' },
  tool: { light: '#1c7046', dark: '#30c279' },
  retriever: { light: '#126d7f', dark: '#1fbad8' },
  reranker: { light: '#1c6e63', dark: '#2fbeab' },
  embedding: { light: '#a92d8c', dark: '#e290cf' },
  guardrail: { light: '#4f6b24', dark: '#88ba3e' },
  decision: { light: '#3f51b8', dark: '#9aa8f0' },
  evaluator: { light: '#b52664', dark: '#e892b7' },
  prompt: { light: '#9438b0', dark: '#ce98df' },
  unknown: { light: '#61646b', dark: '#a9acb1' },
} satisfies Record<string, ThemedColor>;

/** Colors with a meaning: `error` for failures only, `warning` for warnings only. */
export const SIGNAL_COLOR = {
  error: { light: '#c42b2b', dark: '#ff8585' },
  warning: { light: '#8a5700', dark: '#f0b44c' },
  success: { light: '#1f7a4d', dark: '#5fc48e' },
  accent: { light: '#4653c6', dark: '#9aa4f7' },
  dimmed: { light: '#5c636e', dark: '#98a0ab' },
} satisfies Record<string, ThemedColor>;

/**
 * Colors for things that are compared with each other, in order of use. Red, amber and green are
 * left out, because they would suggest good and bad.
 */
export const SERIES_COLOR: readonly ThemedColor[] = [
  { light: '#2a5bd0', dark: '#86aef5' },
  { light: '#8434c4', dark: '#c697f2' },
  { light: '#0f6e6a', dark: '#35bdb4' },
  { light: '#b02a72', dark: '#f08fbf' },
  { light: '#0e6a94', dark: '#4fb8e6' },
  { light: '#566273', dark: '#a5b0be' },
];

/** Returns the color of the thing at a position in a comparison, as a CSS value. */
export function getSeriesColor(index: number): string {
  return `var(--series-${index % SERIES_COLOR.length})`;
}
