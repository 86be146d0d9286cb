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
 * Lets the browser save a file of the server. A link is not renewed when the session has run out, as
 * the questions of the page are; so something cheap is asked before.
 */
export async function download(client: Client, href: string): Promise<void> {
  await renewSession(client);
  location.assign(href);
}

/** Before a request that does not renew the session itself when it has run out. */
export async function renewSession(client: Client): Promise<void> {
  await client.query(SessionQuery, {}, { requestPolicy: 'network-only' }).toPromise();
}
