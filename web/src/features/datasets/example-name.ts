/**
 * What an example is called: the id its author gave it, or the number in the id it got. That id as a
 * whole is long, and begins alike for all examples.
 */
export function nameOf({ id, externalId }: { id: string; externalId: string | null }): string {
  return externalId ?? numberIn(id) ?? id;
}

function numberIn(globalId: string): string | undefined {
  try {
    const number = /:(\d+)$/.exec(atob(globalId))?.[1];
    return number === undefined ? undefined : `#${number}`;
  } catch {
    return undefined;
  }
}
