/** Returns the newest version of a dataset from the result of a mutation. */
export function getNewestVersion(dataset: {
  versions: { edges: readonly { node: { id: string } }[] };
}): string | undefined {
  return dataset.versions.edges[0]?.node.id;
}
