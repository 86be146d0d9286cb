import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { chromiumOfWorker } from './chromium.js';
import { PagePool } from './page-pool.js';

/** The screens on which every page is checked. */
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface PageOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** A `Cookie` header, such as an account's, which signs the page in. */
  cookie?: string;
  /** Opens the page in its own context, with its own cache, clock and scripts that run first. */
  isolated?: boolean;
  /** Keeps the page for all tests of the file, instead of the present one. */
  isKept?: boolean;
}

/** The axe rules whose findings depend on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Slow axe rules whose findings are never serious or critical. */
const MODERATE_RULES = ['region', 'aria-allowed-role', 'landmark-unique', 'no-autoplay-audio'];

/** The checks of axe. */
interface Checks {
  /** The IDs of rules; all by default. */
  rules?: readonly string[];
  /** An expression for the elements; the whole page by default. */
  part?: string;
}

export interface Screen extends Required<Pick<PageOptions, 'viewport' | 'colorScheme'>>, Checks {
  screen: string;
}

const LIGHT: Screen = { screen: 'light, on a desktop', viewport: DESKTOP, colorScheme: 'light' };
const DARK: Screen = {
  ...LIGHT,
  screen: 'dark, on a desktop',
  colorScheme: 'dark',
  rules: COLOR_RULES,
};
const SMALL: Screen = { screen: 'dark, on a phone', viewport: PHONE, colorScheme: 'dark' };
/** A desktop at a zoom of 200 %. Nothing but sizes differs. */
const ZOOMED: Screen = {
  ...LIGHT,
  screen: 'light, zoomed to 200 %',
  viewport: { width: DESKTOP.width / 2, height: DESKTOP.height / 2 },
  rules: [],
};

/** The fewest screens that show a page in both color schemes, both widths and zoomed. */
export const SCREENS_AT_FIRST: readonly Screen[] = [
  LIGHT,
  { ...SMALL, rules: COLOR_RULES },
  ZOOMED,
];

/** Every page must look right on all of these. Where only the colors differ, check only their rules. */
export const SCREENS: readonly Screen[] = [LIGHT, DARK, SMALL, ZOOMED];

/** For other data on a page that was checked on all screens: on a phone and zoomed, only sizes can differ. */
export const OTHER_DATA: readonly Screen[] = [LIGHT, DARK, { ...SMALL, rules: [] }, ZOOMED];

/** The open dialogs and menus, or the page if something else was opened on it. */
const OPENED_PART = `((opened) => opened.length > 0 ? { include: opened } : document)(
  [...document.querySelectorAll('[data-portal] :is([role=dialog], [role=menu], [role=listbox])')]
    .filter((element) => element.checkVisibility()))`;

/** The screens for what is opened on a page, which consists of the same elements on a phone. */
export const OPENED: readonly Screen[] = [
  { ...LIGHT, part: OPENED_PART },
  { ...DARK, part: OPENED_PART },
  { ...SMALL, rules: [] },
];

/** The fewest screens that show whether what is opened can be used. */
export const OPENED_AT_FIRST: readonly Screen[] = [{ ...LIGHT, part: OPENED_PART }];

export interface TestBrowser {
  /**
   * Opens a page without the cookies and storage of other pages. If a test leaves it open, the next
   * test that opens a page takes it back.
   */
  open(url: string, options?: PageOptions): Promise<Page>;
  /** Takes back a page, so that it sends no more requests. Faster than `page.close()`. */
  release(page: Page): Promise<void>;
  /** Errors that the pages wrote to the console, and uncaught exceptions. */
  errors: string[];
  stop(): Promise<void>;
}

/** Kept in the worker's realm, because each test file loads this module again. */
const worker = globalThis as { testPages?: WeakMap<Browser, PagePool> };

/** Opens pages in the Chromium of this worker. */
export async function startBrowser(): Promise<TestBrowser> {
  let browser = await chromiumOfWorker();
  let pages = pagesOf(browser);
  const errors: string[] = [];
  return {
    errors,
    async open(url, options = {}) {
      const { viewport = DESKTOP, colorScheme = 'light', cookie } = options;
      const { isolated = false, isKept = false } = options;
      if (!browser.isConnected()) {
        // It crashed, or the machine was too busy to keep the connection.
        browser = await chromiumOfWorker();
        pages = pagesOf(browser);
      }
      const page = await pages.open({ isolated, isKept });
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      if (cookie) await page.context().addCookies(cookiesOf(cookie, url));
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(url);
      return page;
    },
    release: (page) => pages.release(page),
    stop: () => pages.releaseAll(),
  };
}

function pagesOf(browser: Browser): PagePool {
  const pools = (worker.testPages ??= new WeakMap());
  const pool = pools.get(browser) ?? new PagePool(() => createContext(browser));
  pools.set(browser, pool);
  return pool;
}

async function createContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(20_000);
  return context;
}

function cookiesOf(header: string, url: string) {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url: new URL(url).origin };
  });
}

/** An accessibility rule that a page violates, with the elements that break it. */
interface AccessibilityProblem {
  rule: string;
  impact: string;
  elements: string[];
}

/** Waits for the final colors, because a busy machine draws the transition of a button late. */
const SETTLED = `(async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const ending = document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime));
  await Promise.allSettled(ending.map((animation) => animation.finished));
})()`;

/** The axe script, minified because each page parses it. */
const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long the last colors may take to appear after the page seems finished. */
const SECOND_LOOK_MS = 500;

/**
 * Returns what axe considers serious or critical on the current page. Looks twice at a page with
 * problems, because a busy machine may still be changing its colors.
 */
async function accessibilityProblems(page: Page, checks: Checks): Promise<AccessibilityProblem[]> {
  if (checks.rules?.length === 0) return [];
  if ((await findProblems(page, checks)).length === 0) return [];
  await page.waitForTimeout(SECOND_LOOK_MS);
  return findProblems(page, checks);
}

async function findProblems(
  page: Page,
  { rules, part = 'document' }: Checks,
): Promise<AccessibilityProblem[]> {
  await page.evaluate(SETTLED);
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(await AXE);
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Only no-autoplay-audio and experimental rules need copies of the style sheets.
    preload: false,
    ...(rules
      ? { runOnly: [...rules] }
      : { rules: Object.fromEntries(MODERATE_RULES.map((rule) => [rule, { enabled: false }])) }),
  };
  const violations = await page.evaluate<Result[]>(
    `axe.run(${part}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({
      rule: id,
      impact: String(impact),
      elements: nodes.map(({ html }) => html.slice(0, 200)),
    }));
}

/** An input, or an editor, which has no value. */
interface ConditionFieldElement {
  value?: string;
  textContent: string;
  innerHTML: string;
}

/** Returns the text in a field for conditions, which becomes an editor when it is first used. */
export function readCondition(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const { value, textContent, innerHTML } = element as unknown as ConditionFieldElement;
    return value ?? (innerHTML.includes('cm-placeholder') ? '' : textContent);
  });
}

/** Something that looks wrong on one of the screens. */
export interface AppearanceProblem extends Partial<AccessibilityProblem> {
  screen: string;
  overflowsSideways?: true;
  /** The start of each list that is too low to read, wherever the page is scrolled. */
  lowLists?: string[];
}

/**
 * Shows the page on every screen and in every theme, and returns what looks wrong on each. Then
 * shows it as before: in light colors on a desktop.
 */
export async function appearanceProblems(
  page: Page,
  screens: readonly Screen[],
): Promise<AppearanceProblem[]> {
  const problems: AppearanceProblem[] = [];
  for (const { screen, viewport, colorScheme, ...checks } of screens) {
    await showOn(page, { viewport, colorScheme });
    const found = await accessibilityProblems(page, checks);
    problems.push(...found.map((problem) => ({ screen, ...problem })));
    if (await overflowsSideways(page)) problems.push({ screen, overflowsSideways: true });
    const lowLists = await page.evaluate<string[]>(LOW_LISTS);
    if (lowLists.length > 0) problems.push({ screen, lowLists });
  }
  await showOn(page, LIGHT);
  return problems;
}

async function showOn(
  page: Page,
  { viewport, colorScheme }: Pick<Screen, 'viewport' | 'colorScheme'>,
): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  if (width !== viewport.width || height !== viewport.height) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  const themed = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
  await themed.waitFor({ state: 'attached' });
}

/** The lists that show less than three rows of their content at a time once they are scrolled to. */
const LOW_LISTS = `(() => {
  const low = [...document.querySelectorAll('main *')].filter((element) => {
    if (!/auto|scroll/.test(getComputedStyle(element).overflowY) || !element.checkVisibility()) return false;
    if (!element.querySelector('tbody tr, [role=row], [role=treeitem], [role=option], li')) return false;
    element.scrollIntoView({ block: 'center' });
    const { top, bottom } = element.getBoundingClientRect();
    // Rounded up, because scrollHeight is.
    const seen = Math.ceil(Math.min(bottom, innerHeight) - Math.max(top, 0));
    return seen < Math.min(element.scrollHeight, 120);
  });
  scrollTo(0, 0);
  return low.map(({ outerHTML, clientHeight }) => clientHeight + ' px: ' + outerHTML.slice(0, 120));
})()`;

/** True if the page scrolls horizontally, which no page should do at any size. */
async function overflowsSideways(page: Page): Promise<boolean> {
  await page.evaluate(SETTLED);
  return page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
}
