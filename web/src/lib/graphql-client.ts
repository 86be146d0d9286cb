import { cacheExchange, Client, fetchExchange } from '@urql/core';
import { serverUrl } from './page/base-url.js';
import { serverFetch } from './session/server-fetch.js';

/** The one GraphQL client of the page. A mutation makes every query of the types it touched stale. */
export function createGraphQLClient(): Client {
  return new Client({
    url: serverUrl('graphql'),
    exchanges: [cacheExchange, fetchExchange],
    preferGetMethod: false,
    fetch: serverFetch,
  });
}
