/** The newest version of a dataset as mutations answer it. */
export function newestVersionOf(dataset: {
  versions: { edges: readonly { node: { id: string } }[] };
}): string | undefined {
  return dataset.versions.edges[0]?.node.id;
}
