/** The identifier of the annotations of a rule, by which they are found after it is renamed. */
export function identifierOf({ id }: { id: number }): string {
  return `rule:${id}`;
}
