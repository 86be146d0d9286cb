import { join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

/** The screens on which every page is checked. */
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface PageOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Value of a `Cookie` header, such as that of an account: the page is then signed in. */
  cookie?: string;
}

/** Every page must look right on all of these. */
const SCREENS = [
  { screen: 'light, on a desktop', viewport: DESKTOP, colorScheme: 'light' },
  { screen: 'dark, on a desktop', viewport: DESKTOP, colorScheme: 'dark' },
  { screen: 'dark, on a phone', viewport: PHONE, colorScheme: 'dark' },
  { screen: 'light, on a phone', viewport: PHONE, colorScheme: 'light' },
] as const;

export interface TestBrowser {
  /** Opens a page in a separate context: no cookies, no storage of other tests. */
  open(url: string, options?: PageOptions): Promise<Page>;
  /** Errors that the pages wrote to the console, and uncaught exceptions. */
  errors: string[];
  stop(): Promise<void>;
}

/**
 * Starts the Chromium that `browser-setup.mjs` unpacked, so nothing has to be installed. Where that
 * does not run, set TEST_CHROMIUM to another one.
 */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: setting('TEST_CHROMIUM'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--font-render-hinting=none',
    ],
    env: { ...definedEnvironment(), ...bundledLibraries() },
  });
  const errors: string[] = [];
  return {
    errors,
    open: (url, options) => openPage(browser, url, options ?? {}, errors),
    stop: () => browser.close(),
  };
}

async function openPage(
  browser: Browser,
  url: string,
  { viewport = DESKTOP, colorScheme = 'light', cookie }: PageOptions,
  errors: string[],
): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(20_000);
  if (cookie) await context.addCookies(cookiesOf(cookie, url));
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(url);
  return page;
}

function cookiesOf(header: string, url: string) {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url: new URL(url).origin };
  });
}

/** One rule of accessibility that a page breaks, with the elements that break it. */
export interface AccessibilityProblem {
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

/** Returns what axe considers serious or critical on the current page. */
export async function accessibilityProblems(page: Page): Promise<AccessibilityProblem[]> {
  await page.evaluate(SETTLED);
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    return (await checker.run({ resultTypes: ['violations'] })).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({
      rule: id,
      impact: String(impact),
      elements: nodes.map(({ html }) => html.slice(0, 200)),
    }));
}

/** Something that looks wrong on one of the screens. */
export interface AppearanceProblem extends Partial<AccessibilityProblem> {
  screen: string;
  overflowsSideways?: true;
}

/** Resizes and re-themes the page to every screen, and returns what looks wrong on each. */
export async function appearanceProblems(page: Page): Promise<AppearanceProblem[]> {
  const problems: AppearanceProblem[] = [];
  for (const { screen, viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const themed = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
    await themed.waitFor({ state: 'attached' });
    const found = await accessibilityProblems(page);
    problems.push(...found.map((problem) => ({ screen, ...problem })));
    if (await overflowsSideways(page)) problems.push({ screen, overflowsSideways: true });
  }
  return problems;
}

/** True when the page can be scrolled sideways, which no page should on any screen. */
export function overflowsSideways(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: browser-setup.mjs did not run.`);
  return value;
}

/** Where the unpacked Chromium finds its libraries and fonts. A browser in TEST_CHROMIUM needs neither. */
function bundledLibraries(): Record<string, string> {
  const directory = process.env['TEST_CHROMIUM_DIRECTORY'];
  if (!directory) return {};
  return {
    LD_LIBRARY_PATH: join(directory, 'al2023/lib'),
    FONTCONFIG_PATH: join(directory, 'fonts'),
  };
}

function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => !!entry[1]));
}
