import type { Page } from 'playwright-core';
import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import {
  type AppearanceProblem,
  appearanceProblems,
  OPENED,
  OPENED_AT_FIRST,
  OTHER_DATA,
  type Screen,
  SCREENS,
  SCREENS_AT_FIRST,
  startBrowser,
  type TestBrowser,
} from '../../support/browser.js';
import { type ProviderServer, startProviderServer } from '../../support/provider-server.js';
import { listControls, openVisitor, shownRoute, type Visitor } from './visitor.js';

/** Checks how something looks that was opened on a page, and names it if it looks wrong. */
export type Look = (what: string) => Promise<void>;

/** The server that is walked over, with a stand-in of a model provider. */
export interface WalkedServer extends SecuredServer {
  provider: ProviderServer;
}

/** A page with certain data. */
export interface Stop<Shown> {
  /** Whether another area has the stop that `npm test` makes on this route. */
  isOther?: true;
  /** The shown page, such as `the traces of a project`. */
  name: string;
  path: (shown: Shown) => string;
  /** Waits for the content, also that of a viewer. */
  ready: (page: Page, shown: Shown) => Promise<unknown>;
  /** Opens dialogs, menus and the like, and looks at each. */
  open?: (page: Page, look: Look, shown: Shown) => Promise<unknown>;
  /** The `Cookie` header of who looks: an administrator by default; empty for nobody. */
  as?: (shown: Shown) => string;
  /** Prepares the page of `as` before it shows the app, or adds data that no other stop needs. */
  prepare?: (page: Page, shown: Shown) => Promise<unknown>;
  /** The messages that the browser logs on purpose. */
  logs?: RegExp;
  /** The differences for viewers. By default, they see the first stop of each route as administrators do. */
  viewer?: {
    /** Waits for what they see instead. */
    ready?: Stop<Shown>['ready'];
    /** The names of controls that sound like changes, but change nothing for other users. */
    may?: RegExp;
  };
}

/** Pages that share their data. */
export interface Area<Shown> {
  /** Creates the data. */
  fixture: (server: WalkedServer) => Promise<Shown>;
  /**
   * By the ID of the route that shows them, as in the router's table: `__root__` if none does. The
   * first of each is the page as it usually looks, and the others show other data on it.
   */
  stops: Record<string, Stop<Shown>[]>;
}

/** The browser's own line for a request that a stop sends with mistakes. */
export const REFUSED = /Failed to load resource: the server responded with a status of 4(01|22)/;

/** Controls that change something for other users. */
const CHANGES =
  /^(new|create|add|edit|change|rename|replace|clone|duplicate|clear traces|delete|remove|revoke|transfer|move|end the session|reset (password|second)|select|upload|tag$|save|send again|splits…|labels…)\b/i;

/** Every route that shows a page, except those that always show one of their children. */
const LIST_ROUTES = `Object.values(__TSR_ROUTER__.routesById)
  .filter(({ options, children }) =>
    options.component && !Object.values(children ?? {}).some((child) => child.options.path === '/'))
  .map(({ id }) => id)`;

/** Returns the IDs of the routes that show pages, from the router of the app. */
export function listRoutes(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(LIST_ROUTES);
}

/** The checks of a walk over pages. All areas of a test file use the same. */
interface Walk {
  server: WalkedServer;
  browser: TestBrowser;
  admin: Visitor;
  viewer: Visitor;
  /** Errors in answers of the server to the viewer. */
  refused: string[];
}

/** Starts a server and a browser for the areas of a test file. */
export function useWalk(): () => Walk {
  let walk: Walk;
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startWalkedServer(), startBrowser()]);
    const { ADMIN, VIEWER } = server.accounts;
    const admin = await openVisitor(browser, server, ADMIN.cookie, true);
    const viewer = await openVisitor(browser, server, VIEWER.cookie, true);
    walk = { server, browser, admin, viewer, refused: collectErrors(viewer.page) };
  });
  afterAll(async () => {
    await walk.browser.stop();
    await walk.server.stop();
    await walk.server.provider.stop();
  });
  return () => walk;
}

/** How thoroughly a walk looks. */
interface Extent {
  /** Whether it makes the first stop of each route only. */
  isBrief: boolean;
  /** On what it looks at a first stop, at others, and at what is opened on either. */
  first: readonly Screen[];
  others: readonly Screen[];
  opened: readonly Screen[];
}

/** Each page once, and what is opened on it: what `npm test` looks at. */
export const BRIEFLY: Extent = {
  isBrief: true,
  first: SCREENS_AT_FIRST,
  others: [],
  opened: OPENED_AT_FIRST,
};

/** Each page with all kinds of data, on all screens. */
export const THOROUGHLY: Extent = {
  isBrief: false,
  first: SCREENS,
  others: OTHER_DATA,
  opened: OPENED,
};

/** Lists the stops of a brief walk over an area, with their routes. */
export function listFirstStops<Shown>(area: Area<Shown>) {
  return listStops(area).filter(({ isFirst, isOther }) => isFirst && !isOther);
}

function listStops<Shown>({ stops }: Area<Shown>) {
  return Object.entries(stops).flatMap(([route, list]) =>
    list.map((stop, index) => ({ route, isFirst: index === 0, ...stop })),
  );
}

/** Walks over the pages of an area. Call it inside `describe`. */
export function walkOver<Shown>(
  walk: () => Walk,
  area: Area<Shown>,
  { isBrief, first, others, opened }: Extent,
): void {
  let { server, browser, admin, viewer: visitor, refused } = {} as Walk;
  let shown: Shown;

  const all = isBrief ? listFirstStops(area) : listStops(area);
  const forViewers = all.filter(({ isFirst, as, viewer }) => viewer ?? (isFirst && !as));

  beforeAll(async () => {
    ({ server, browser, admin, viewer: visitor, refused } = walk());
    shown = await area.fixture(server);
  });

  describe('looks right:', () => {
    it.each(all)('$route: $name', async (stop) => {
      const { route, isFirst, path, ready, open, as, prepare, logs } = stop;
      const visitor = as ? await openVisitor(browser, server, as(shown)) : admin;
      const { page } = visitor;
      await prepare?.(page, shown);
      await visitor.go(path(shown));
      await ready(page, shown);
      expect(await shownRoute(page)).toBe(route);
      const problems: (AppearanceProblem & { what?: string })[] = await appearanceProblems(
        page,
        isFirst ? first : others,
      );
      await open?.(
        page,
        async (what) => {
          const found = await appearanceProblems(page, opened);
          problems.push(...found.map((problem) => ({ what, ...problem })));
        },
        shown,
      );
      expect(problems).toEqual([]);
      const errors = browser.errors.splice(0).filter((error) => !logs?.test(error));
      expect(errors).toEqual([]);
      visitor.isFresh = true;
      if (as) await browser.release(page);
    });
  });

  if (forViewers.length > 0) {
    describe('lets viewers change nothing for others:', () => {
      it.each(forViewers)('$route: $name', async ({ path, ready, viewer }) => {
        await visitor.go(path(shown));
        await (viewer?.ready ?? ready)(visitor.page, shown);
        const changing = (await listControls(visitor.page)).filter(
          (name) => CHANGES.test(name) && !viewer?.may?.test(name),
        );
        expect(changing).toEqual([]);
        expect(refused.splice(0)).toEqual([]);
        expect(browser.errors.splice(0)).toEqual([]);
        visitor.isFresh = true;
      });
    });
  }
}

/** Returns the errors that the server will answer to GraphQL requests of a page. */
function collectErrors(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/graphql')) return;
    void response.json().then(
      (answer: { errors?: { message: string }[] }) =>
        refused.push(...(answer.errors ?? []).map(({ message }) => message)),
      () => undefined,
    );
  });
  return refused;
}

async function startWalkedServer(): Promise<WalkedServer> {
  const provider = await startProviderServer();
  const server = await startSecuredServer({
    OLLAMA_BASE_URL: `${provider.url}/ollama`,
    SPANDREL_PRIVATE_PROVIDER_NETWORKS: '127.0.0.1/32',
  });
  return { ...server, provider };
}

/** Runs a GraphQL operation as an administrator, and returns what it returns. */
export async function send<T>(
  server: SecuredServer,
  query: string,
  variables: Record<string, unknown> = {},
  account = server.accounts.ADMIN,
): Promise<T> {
  const { data, errors } = await server.gqlAs<T>(cookieOf(account), query, variables);
  if (!data || errors) throw new Error(errors?.[0]?.message);
  return data;
}

/** Returns the global ID of a project. */
export async function projectId(server: SecuredServer, name: string): Promise<string> {
  const { body } = await server.request
    .get(`/v1/projects/${name}`)
    .set(bearer(server.accounts.ADMIN.key))
    .expect(200);
  return (body as { data: { id: string } }).data.id;
}
