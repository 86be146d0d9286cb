import type { BrowserContext, Page } from 'playwright-core';

/** The storage types to clear for an origin over the DevTools protocol: all except caches. */
const STORAGE = 'cookies,file_systems,indexeddb,local_storage,service_workers';

/**
 * Opens each page in the context of a closed page, if there is one. Cookies and storage are
 * cleared, but the cached files of the web UI and their compiled code remain.
 */
export class PagePool {
  private readonly idle: BrowserContext[] = [];
  /** The origins that the last page of each context visited. */
  private readonly origins = new Map<BrowserContext, Set<string>>();
  /** The open pages, each with the test that opened it. */
  private readonly opened = new Map<Page, string | undefined>();

  constructor(private readonly createContext: () => Promise<BrowserContext>) {}

  /** @param isolated opens the page in its own context. */
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

  /** Forgets all contexts and pages after the connection to their browser is lost. */
  forget(): void {
    this.idle.length = 0;
    this.origins.clear();
    this.opened.clear();
  }

  /** Closes pages of earlier tests, but not those from `beforeAll`, which all tests use. */
  private async closePagesOfOtherTests(test: string | undefined): Promise<void> {
    for (const [page, opener] of this.opened) {
      if (opener !== undefined && opener !== test) await page.close();
    }
  }

  /** Clears what earlier pages stored. */
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
