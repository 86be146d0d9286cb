/** Where the server finds a mistake in a condition, and what it suggests. */
export interface ConditionFault {
  /** The position of the character in question, starting at 1, in characters and not UTF-16 units. */
  position?: number | null | undefined;
  suggestion?: { name: string; replaces: string } | null | undefined;
}

/** Returns a condition with what the server suggests; undefined if it suggests nothing that fits. */
export function fixCondition(
  condition: string,
  { position, suggestion }: ConditionFault,
): string | undefined {
  if (!suggestion) return undefined;
  const { name, replaces } = suggestion;
  const at = condition.indexOf(replaces, findUnit(condition, position ?? 1));
  if (at === -1) return undefined;
  return condition.slice(0, at) + name + condition.slice(at + replaces.length);
}

/**
 * Returns the place of a fault: the word or character at its position, or the last character if something is
 * missing at the end. Undefined if no position is known.
 */
export function findFault(
  condition: string,
  { position }: ConditionFault,
): { from: number; to: number } | undefined {
  if (!position || condition === '') return undefined;
  const last = Array.from(condition).length;
  const from = findUnit(condition, Math.min(position, last));
  const rest = condition.slice(from);
  const [word] = /^[A-Za-z_]\w*|^\d+/.exec(rest) ?? Array.from(rest);
  return { from, to: from + (word ?? ' ').length };
}

/** Returns the UTF-16 unit at which a character starts. */
function findUnit(condition: string, position: number): number {
  return Array.from(condition)
    .slice(0, position - 1)
    .join('').length;
}
