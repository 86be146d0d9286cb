import type { Client } from '@urql/core';
import { graphql } from '../graphql.js';

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
  await client.query(SessionQuery, {}, { requestPolicy: 'network-only' }).toPromise();
  location.assign(href);
}
