import { foldCase } from '../common/text/fold-case.js';

/** What a search for a part of the name or of the description looks into. */
export function foldedText({
  name,
  description,
}: {
  name: string;
  description: string | null;
}): string {
  return foldCase(`${name}\n${description ?? ''}`);
}
