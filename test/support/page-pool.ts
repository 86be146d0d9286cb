import type { BrowserContext, CDPSession, Page } from 'playwright-core';

import { countStart } from './count-starts.js';

/** The storage types to clear for an origin over the DevTools protocol: all except caches. */
const STORAGE = 'cookies,file_systems,indexeddb,local_storage,service_workers';

/** The events of a page that tests listen to. */
const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'requestfinished', 'response'];

/** A page of every server that loads no scripts. */
const QUIET_PATH = '/healthz';

interface OpenPage {
  /** Name of the test that opened it; undefined if all tests of the file use it. */
  test: string | undefined;
  isolated: boolean;
  devTools: CDPSession;
  /** The origins that it has visited. */
  origins: Set<string>;
}

/**
 * Hands out pages that were used before, also by other test files, each in its own context. Cookies,
 * storage and listeners are cleared, but the process of the page, its cached files and their compiled
 * code remain. A new process for each page took a third of the time of a browser test.
 */
export class PagePool {
  private readonly idle: Page[] = [];
  private readonly opened = new Map<Page, OpenPage>();

  constructor(private readonly createContext: () => Promise<BrowserContext>) {}

  /**
   * @param isolated opens the page in a new context, which no other page uses later.
   * @param isKept keeps it for all tests of the file.
   */
  async open({ isolated, isKept }: { isolated: boolean; isKept: boolean }): Promise<Page> {
    const { currentTestName } = expect.getState();
    await this.releasePagesOfOtherTests(currentTestName);
    const test = isKept ? undefined : currentTestName;
    const used = isolated ? undefined : this.idle.pop();
    if (!used) return this.create(test, isolated);
    countStart('reused page');
    this.of(used).test = test;
    return used;
  }

  /** Takes back a page. Leaves what it shows, so that it sends no more requests. */
  async release(page: Page): Promise<void> {
    const { isolated } = this.of(page);
    for (const other of page.context().pages()) if (other !== page) await other.close();
    if (isolated || !(await this.reset(page))) await page.context().close();
    else this.idle.push(page);
  }

  /** Takes back all pages, for the next test file. */
  async releaseAll(): Promise<void> {
    for (const page of this.opened.keys()) if (!this.idle.includes(page)) await this.release(page);
  }

  private async create(test: string | undefined, isolated: boolean): Promise<Page> {
    countStart('browser context');
    const context = await this.createContext();
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    const origins = new Set<string>();
    this.opened.set(page, { test, isolated, devTools, origins });
    page.on('framenavigated', (frame) => {
      const { origin, protocol } = new URL(frame.url());
      if (protocol.startsWith('http')) origins.add(origin);
    });
    page.on('close', () => {
      this.opened.delete(page);
      if (this.idle.includes(page)) this.idle.splice(this.idle.indexOf(page), 1);
    });
    return page;
  }

  /** Releases pages of earlier tests, but not those that all tests use. */
  private async releasePagesOfOtherTests(test: string | undefined): Promise<void> {
    for (const [page, { test: opener }] of this.opened) {
      const used = opener !== undefined && opener !== test && !this.idle.includes(page);
      if (used) await this.release(page);
    }
  }

  /** Makes a page look like a new one. Returns false if it cannot, such as after its server stopped. */
  private async reset(page: Page): Promise<boolean> {
    const { devTools, origins } = this.of(page);
    for (const event of EVENTS) page.removeAllListeners(event);
    page.on('dialog', (question) => void question.accept());
    try {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(new URL(QUIET_PATH, page.url()).href);
      await page.evaluate('sessionStorage.clear()');
      for (const origin of origins) {
        await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE });
      }
      await page.context().clearCookies();
      await page.mouse.move(-1, -1);
    } catch {
      return false;
    }
    page.removeAllListeners('dialog');
    origins.clear();
    return true;
  }

  private of(page: Page): OpenPage {
    const opened = this.opened.get(page);
    if (!opened) throw new Error('This page is closed, or was opened elsewhere.');
    return opened;
  }
}
