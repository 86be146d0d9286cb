import { graphql } from '../../graphql.js';
import { sendDocument } from '../data/graphql-request.js';
import { settleRequest } from '../data/use-graphql-mutation.js';

export const SessionQuery = graphql(`
  query DownloadSession {
    viewer {
      id
    }
  }
`);

/**
 * Downloads a file from the server with the browser. Unlike a query, a link does not renew an
 * expired session, so this sends a cheap query first.
 */
export async function downloadFile(href: string): Promise<void> {
  await renewSession();
  location.assign(href);
}

/** Renews an expired session before a request that would not renew it. */
export async function renewSession(): Promise<void> {
  // If this fails, the request that follows gives a better error.
  await settleRequest(sendDocument(SessionQuery, {}));
}
