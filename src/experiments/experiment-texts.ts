import { foldCase } from '../common/text/fold-case.js';

/** Longest name of an experiment. Downloads put it in a header, and clients accept no longer one. */
export const MAX_NAME_BYTES = 1024;

/** The tag of the experiment that the others of its dataset are compared with. */
export const BASELINE_TAG = 'baseline';

/** The text that a search for a part of the name or description looks in. */
export function foldText(texts: { name: string; description: string | null }): string {
  return foldCase(`${texts.name}\n${texts.description ?? ''}`);
}
