import { type AnyVariables, type Client, CombinedError, type TypedDocumentNode } from '@urql/core';
import { askExactly } from './exact-client.js';
import type { LoadedRows } from './list-pages.js';

type Page<Row> = { page: LoadedRows<Row> } | { error: CombinedError };

/** A Relay connection as the lists of this page ask for it. */
export interface Connection<Row> {
  edges: readonly { node: Row }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/**
 * Reads one page from the server, past the cache: a list keeps its own rows. `pick` finds the
 * connection in the answer; undefined means that what holds it does not exist.
 */
export async function readPage<Data, Variables extends AnyVariables, Row>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  pick: (data: Data) => Connection<Row> | undefined,
): Promise<Page<Row>> {
  const { data, error } = await client
    .query(document, variables, { requestPolicy: 'network-only' })
    .toPromise();
  return error ? { error } : toPage(data, pick);
}

/** As `readPage`, for rows with payloads: no number in them is changed. */
export async function readExactPage<Data, Variables extends AnyVariables, Row>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  pick: (data: Data) => Connection<Row> | undefined,
): Promise<Page<Row>> {
  const { data, error } = await askExactly(document, variables);
  return error ? { error } : toPage(data, pick);
}

function toPage<Data, Row>(
  data: Data | undefined,
  pick: (data: Data) => Connection<Row> | undefined,
): Page<Row> {
  const connection = data === undefined ? undefined : pick(data);
  if (!connection) return { error: new CombinedError({ graphQLErrors: ['Not found'] }) };
  return {
    page: {
      rows: connection.edges.map((edge) => edge.node),
      endCursor: connection.pageInfo.endCursor,
      hasNextPage: connection.pageInfo.hasNextPage,
    },
  };
}
