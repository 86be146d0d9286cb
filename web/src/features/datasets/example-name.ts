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
  return externalId ?? readNumber(id) ?? id;
}

function readNumber(globalId: string): string | undefined {
  try {
    const number = /:(\d+)$/.exec(atob(globalId))?.[1];
    return number === undefined ? undefined : `#${number}`;
  } catch {
    return undefined;
  }
}
