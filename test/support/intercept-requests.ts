import type { Page, Route } from 'playwright-core';

/** A response of every server, which the probe below replaces. */
const PROBED = '**/healthz';

/**
 * Lets a function answer the requests of an open page, and waits until the page sends them there.
 * `page.route` alone returns earlier: on a busy machine, the next request of the page can still go
 * to the server.
 */
export async function interceptRequests(
  page: Page,
  url: string,
  answer: (route: Route) => Promise<unknown>,
): Promise<void> {
  await page.route(url, answer);
  await page.route(PROBED, (route) => route.fulfill({ body: 'intercepted' }));
  const probe = "fetch('/healthz', { cache: 'no-store' }).then((response) => response.text())";
  while ((await page.evaluate(probe)) !== 'intercepted');
  await page.unroute(PROBED);
}
