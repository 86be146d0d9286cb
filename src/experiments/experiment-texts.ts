import { foldCase } from '../common/text/fold-case.js';

/** The tag of the experiment that the others of its dataset are compared with. */
export const BASELINE_TAG = 'baseline';

/** Returns the text in which searches look for a part of the name or description. */
export function foldText(texts: { name: string; description: string | null }): string {
  return foldCase(`${texts.name}\n${texts.description ?? ''}`);
}
