import { foldCase } from '../kernel/text/fold-case.js';

/** The tag of a dataset's baseline, with which other experiments are compared. */
export const BASELINE_TAG = 'baseline';

/** Returns the text in which to search for part of the name or description. */
export function foldText(texts: { name: string; description: string | null }): string {
  return foldCase(`${texts.name}\n${texts.description ?? ''}`);
}
