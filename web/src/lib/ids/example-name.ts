import { readRowNumber } from './row-number.js';

/**
 * Returns the name of an example: the ID that its author chose, or the number in its generated ID.
 * Generated IDs are long, and all start with the same characters.
 */
export function getExampleName({
  id,
  externalId,
}: {
  id: string;
  externalId: string | null;
}): string {
  const number = readRowNumber(id);
  return externalId ?? (number === undefined ? id : `#${number}`);
}
