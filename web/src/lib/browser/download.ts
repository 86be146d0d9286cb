import type { Client } from '@urql/core';
import { graphql } from '../../graphql.js';

const SessionQuery = graphql(`
  query DownloadSession {
    viewer {
      id
    }
  }
`);

/**
 * Makes the browser download a file from the server. A link does not renew an expired session, as
 * queries do, so this sends a cheap query first.
 */
export async function download(client: Client, href: string): Promise<void> {
  await renewSession(client);
  location.assign(href);
}

/** Renews an expired session, before a request that does not do so itself. */
export async function renewSession(client: Client): Promise<void> {
  await client.query(SessionQuery, {}, { requestPolicy: 'network-only' }).toPromise();
}
