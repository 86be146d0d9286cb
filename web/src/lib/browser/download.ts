import { graphql } from '../../graphql.js';
import { sendDocument } from '../data/graphql-request.js';
import { settleRequest } from '../data/use-graphql-mutation.js';

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
export async function downloadFile(href: string): Promise<void> {
  await renewSession();
  location.assign(href);
}

/** Renews an expired session, before a request that does not do so itself. */
export async function renewSession(): Promise<void> {
  // The request that follows reports a failure better.
  await settleRequest(sendDocument(SessionQuery, {}));
}
