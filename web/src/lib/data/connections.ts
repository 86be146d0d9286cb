interface Connection<Node> {
  edges: readonly { node: Node }[];
}

/** Returns the nodes of a page of a GraphQL list. */
export function listNodes<Node>({ edges }: Connection<Node>): Node[] {
  return edges.map(({ node }) => node);
}
