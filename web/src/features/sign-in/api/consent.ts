import { graphql } from '../../../graphql.js';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import { serverFetch } from '../../../lib/session/server-fetch.js';

/** The application that asks, as the server knows it. What the link says about it is not trusted. */
export const ConsentQuery = graphql(`
  query Consent($clientId: String!, $redirectUri: String!) {
    oauth2Client(clientId: $clientId, redirectUri: $redirectUri) {
      name
      isFirstParty
    }
  }
`);

/** The URL that tells the application, or why the decision was not accepted. */
export type DecisionResult =
  | { target: string; problem?: undefined }
  | { target?: undefined; problem: string };

/** Sends the decision of the user about the request in the query of the page. */
export async function sendDecision(
  request: URLSearchParams,
  approved: boolean,
): Promise<DecisionResult> {
  try {
    const response = await serverFetch(buildServerUrl('oauth2/authorize/decision'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...Object.fromEntries(request), approved }),
    });
    if (!response.ok) return { problem: await response.text() };
    const { redirect_to: target } = (await response.json()) as { redirect_to: string };
    return { target };
  } catch {
    return { problem: 'The server cannot be reached. Try again in a moment.' };
  }
}
