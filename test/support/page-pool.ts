import type { BrowserContext, Page } from 'playwright-core';

/** What the DevTools protocol removes from an origin: everything except caches. */
const STORAGE = 'cookies,file_systems,indexeddb,local_storage,service_workers';

/**
 * Opens each page in a context that an earlier page has left, if there is one. Its cookies and storage
 * are gone, but it still has the files of the web UI and the code that Chromium compiled from them.
 */
export class PagePool {
  private readonly idle: BrowserContext[] = [];
  /** The origins that the last page of each context visited. */
  private readonly origins = new Map<BrowserContext, Set<string>>();
  /** The open pages, each with the test that opened it. */
  private readonly opened = new Map<Page, string | undefined>();

  constructor(private readonly createContext: () => Promise<BrowserContext>) {}

  /** @param isolated gives the page a context that no other page uses. */
  async open(isolated: boolean): Promise<Page> {
    const test = expect.getState().currentTestName;
    await this.closePagesOfOtherTests(test);
    const context = (isolated ? undefined : this.idle.pop()) ?? (await this.createContext());
    const page = await context.newPage();
    await this.clear(context, page);
    const origins = new Set<string>();
    this.origins.set(context, origins);
    this.opened.set(page, test);
    page.on('framenavigated', (frame) => {
      const { origin, protocol } = new URL(frame.url());
      if (protocol.startsWith('http')) origins.add(origin);
    });
    page.on('close', () => {
      this.opened.delete(page);
      if (!isolated && context.browser()?.isConnected()) this.idle.push(context);
    });
    return page;
  }

  /** Drops all contexts and pages, because the connection to their browser is gone. */
  forget(): void {
    this.idle.length = 0;
    this.origins.clear();
    this.opened.clear();
  }

  /** Leaves pages from `beforeAll` open, because all tests use them. */
  private async closePagesOfOtherTests(test: string | undefined): Promise<void> {
    for (const [page, opener] of this.opened) {
      if (opener !== undefined && opener !== test) await page.close();
    }
  }

  /** Removes what earlier pages have stored. */
  private async clear(context: BrowserContext, page: Page): Promise<void> {
    const origins = this.origins.get(context);
    if (!origins) return;
    const session = await context.newCDPSession(page);
    for (const origin of origins) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE });
    }
    await context.clearCookies();
    await session.detach();
  }
}
