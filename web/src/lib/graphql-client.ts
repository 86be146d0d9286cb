import { cacheExchange, Client, fetchExchange } from '@urql/core';
import { serverUrl } from './page/base-url.js';
import { serverFetch } from './session/server-fetch.js';

/**
 * Creates the GraphQL client of the page. A mutation invalidates every query of the types it
 * touched.
 */
export function createGraphQLClient(): Client {
  return new Client({
    url: serverUrl('graphql'),
    exchanges: [cacheExchange, fetchExchange],
    preferGetMethod: false,
    fetch: serverFetch,
  });
}
