import { cacheExchange, Client, fetchExchange } from '@urql/core';

/** The one GraphQL client of the page. A mutation makes every query of the types it touched stale. */
export function createGraphQLClient(url = '/graphql'): Client {
  return new Client({
    url,
    exchanges: [cacheExchange, fetchExchange],
    preferGetMethod: false,
  });
}
