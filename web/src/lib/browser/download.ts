import { graphql } from '../../graphql.js';
import { graphqlRequest } from '../data/graphql-request.js';
import { settle } from '../data/use-graphql-mutation.js';

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
export async function download(href: string): Promise<void> {
  await renewSession();
  location.assign(href);
}

/** Renews an expired session, before a request that does not do so itself. */
export async function renewSession(): Promise<void> {
  // The request that follows reports a failure better.
  await settle(graphqlRequest(SessionQuery, {}));
}
