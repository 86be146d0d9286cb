import type { Page } from 'playwright-core';
import type { TestBrowser } from './browser.js';
import { interceptRequests } from './intercept-requests.js';

/**
 * Makes the GraphQL requests of an operation fail: with an HTTP status, or without any response.
 * @returns a function that lets them pass again.
 */
export async function failRequests(
  { errors }: TestBrowser,
  page: Page,
  operation: string,
  status?: number,
): Promise<() => void> {
  let isFailing = true;
  await interceptRequests(page, '**/graphql', async (route) => {
    const runsHere = route.request().postData()?.includes(`"operationName":"${operation}"`);
    if (!isFailing || !runsHere) await route.fallback();
    else if (status) await route.fulfill({ status, body: 'Out of order' });
    else await route.abort();
  });
  return () => {
    isFailing = false;
    // The browser logs what the test made fail.
    errors.splice(0);
  };
}
