import type { Page } from 'playwright-core';
import type { SecuredServer } from '../../support/accounts.js';
import type { TestBrowser } from '../../support/browser.js';

/** A path that the router does not know. */
export const NO_PAGE = '/nowhere';

/** A page that goes from one path to the next. */
export interface Visitor {
  page: Page;
  /** Whether the last test passed, so that the page need not be loaded again. */
  isFresh: boolean;
  go(path: string): Promise<void>;
}

/** Opens a page as a user, or as nobody. */
export async function openVisitor(
  browser: TestBrowser,
  { url }: SecuredServer,
  cookie: string,
  isKept = false,
): Promise<Visitor> {
  const signedIn = cookie === '' ? {} : { cookie };
  const page = await browser.open(`${url}/healthz`, { ...signedIn, isKept });
  page.on('dialog', (question) => void question.accept());
  const visitor: Visitor = {
    page,
    isFresh: false,
    async go(path) {
      // Loading the app and axe again takes longer than all checks of a page.
      if (visitor.isFresh) await navigate(page, path);
      else await page.goto(`${url}${path}`);
      visitor.isFresh = false;
      await page.evaluate(SHOWN);
    },
  };
  return visitor;
}

/** Waits until the router has shown the page that it went to. */
const SHOWN = `(async () => {
  for (;;) {
    const { state, latestLocation } = globalThis.__TSR_ROUTER__ ?? {};
    if (state?.status === 'idle' && state.resolvedLocation?.href === latestLocation.href) return;
    await new Promise(requestAnimationFrame);
  }
})()`;

/** Goes to a path as a link of the app does, even if a form has unsaved changes. */
async function navigate(page: Page, path: string): Promise<void> {
  await page.mouse.move(-1, -1);
  // What is open stays open if the next page is within the same one.
  for (const next of [NO_PAGE, path]) {
    await page.evaluate(
      `__TSR_ROUTER__.history.push(${JSON.stringify(next)}, {}, { ignoreBlocker: true })`,
    );
    await page.evaluate(SHOWN);
  }
}

/** Returns the ID of the deepest route that is shown. */
export function shownRoute(page: Page): Promise<string> {
  return page.evaluate<string>('__TSR_ROUTER__.state.matches.at(-1).routeId');
}

/** Returns the names of everything that can be clicked or filled in. */
export function listControls(page: Page): Promise<string[]> {
  return page
    .locator(':is(button, a, input, select, textarea, [role="menuitem"]):not(:disabled)')
    .evaluateAll((elements) =>
      elements.map((element) =>
        (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      ),
    );
}
