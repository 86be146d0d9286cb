import type { Locator, Page } from 'playwright-core';
import { bearer } from '../../support/accounts.js';
import { sendTraces } from '../../support/send-traces.js';
import { agentTrace, largeTrace } from '../traces-to-show.js';
import { close, link, press, text } from './steps.js';
import { type Area } from './walk.js';
import { tracesToShow, CHECKOUT, RETRY, type ShownTraces } from './traces-fixture.js';
const at =
  (tab: string) =>
  ({ shop }: ShownTraces): string =>
    `/projects/${shop}/${tab}`;
const select = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('checkbox', { name: `Select ${name}` })
    .first()
    .click();
const facet = (page: Page, name: RegExp): Locator =>
  page
    .getByRole('complementary', { name: 'Facets' })
    .or(page.getByRole('dialog'))
    .getByRole('button', { name });
const summaries = (page: Page): Promise<void> =>
  page.getByRole('list', { name: 'Annotation summaries' }).first().waitFor();
const spanOf = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('treeitem', { name: new RegExp(name) }).click();
  await page.getByRole('heading', { level: 3, name, exact: true }).waitFor();
};

/** Lets a search say that it has not looked into the past. */
const searchOnlyNow = (page: Page): Promise<unknown> =>
  page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query TimeSeries')) return route.fallback();
    const response = await route.fetch();
    const found = (await response.json()) as { data: { node: { searchCoverage: object } } };
    found.data.node.searchCoverage = { startTime: new Date().toISOString() };
    return route.fulfill({ response, json: found });
  });

/** Viewers select traces to compare them. */
const comparing = { may: /^Select / };

export const traces: Area<ShownTraces> = {
  fixture: tracesToShow,
  stops: {
    '/projects': [{ name: 'projects', path: () => '/projects', ready: link('shop') }],
    '/projects/$projectId/traces': [
      {
        name: 'traces with annotations',
        path: at('traces'),
        ready: async (page) => {
          await link('checkout')(page);
          await summaries(page);
          await page.getByRole('slider').locator('rect').first().waitFor({ state: 'attached' });
        },
        viewer: comparing,
        open: async (page, look) => {
          await page.getByRole('slider').focus();
          await page.keyboard.press('Home');
          await look('a bar of the histogram');
          await select(page, 'checkout');
          await press(page, 'Add to dataset…');
          await page.getByRole('textbox', { name: 'Dataset' }).fill('capitals');
          await page.locator('[data-combobox-selected]').getByText('Create “capitals”').waitFor();
          await look('adding to a dataset');
        },
      },
      {
        name: 'a query with a fault',
        path: at('traces'),
        ready: link('checkout'),
        open: async (page, look) => {
          await page.keyboard.press('/');
          const field = page.getByRole('textbox', { name: 'Filter traces' });
          await field.and(page.locator('.cm-content')).waitFor();
          await page.keyboard.type("refund | error_count > 0 and 'late' inn input");
          await field.locator('[class*=fault]').getByText('inn').waitFor();
          await look('the fault');
        },
      },
      {
        name: 'what a search has not looked into',
        path: at('traces?search=refund'),
        ready: async (page) => {
          await page
            .getByRole('region', { name: 'Traces', exact: true })
            .locator('mark')
            .first()
            .waitFor();
          await page.getByText('Not searched').waitFor();
        },
        as: ({ server }) => server.accounts.ADMIN.cookie,
        prepare: searchOnlyNow,
      },
    ],
    '/projects/$projectId/spans': [
      {
        name: 'spans with annotations',
        path: at('spans'),
        ready: async (page) => {
          await link('charge')(page);
          await summaries(page);
        },
        open: async (page, look) => {
          await press(page, 'Facets');
          await facet(page, /^tenant/).click();
          await facet(page, /^acme/).click();
          await page.waitForURL(/filter/);
          await look('facets');
          await press(page, 'Hide facets');
        },
      },
      {
        name: 'an annotation that is refused',
        path: at('spans'),
        ready: link('charge'),
        as: ({ server }) => server.accounts.ADMIN.cookie,
        prepare: refuseAnnotation,
        open: async (page, look) => {
          await select(page, 'charge');
          await page.keyboard.press('e');
          const dialog = page.getByRole('dialog');
          await dialog.getByRole('button', { name: 'good' }).click();
          await dialog.getByRole('button', { name: 'Annotate 1 span' }).click();
          await dialog.getByText('1 annotation could not be saved.').waitFor();
          await look('the refusal');
        },
      },
    ],
    '/projects/$projectId/sessions': [
      {
        name: 'sessions with annotations',
        path: at('sessions'),
        ready: async (page) => {
          await link('chat')(page);
          await summaries(page);
        },
        open: async (page, look) => {
          await select(page, 'chat');
          await page.keyboard.press('e');
          await page.getByRole('dialog').getByRole('button', { name: 'good' }).waitFor();
          await look('annotating a session');
        },
      },
    ],
    '/projects/$projectId/coding-agents': [
      {
        name: 'what coding agents did',
        path: at('coding-agents'),
        ready: (page) => page.getByRole('region', { name: 'Coding agents' }).waitFor(),
      },
    ],
    '/projects/$projectId/logs': [
      {
        name: 'log records',
        path: at('logs'),
        ready: (page) =>
          page
            .getByRole('tab', { name: 'Logs', exact: true })
            .or(page.getByRole('link', { name: 'Logs', exact: true }))
            .first()
            .waitFor(),
      },
    ],
    '/projects/$projectId/metrics': [
      {
        name: 'charts',
        path: at('metrics'),
        ready: async (page) => {
          await page.getByRole('slider', { name: /^Traces:/ }).waitFor();
          await page.getByRole('slider', { name: /^Spans:/ }).waitFor();
        },
        open: async (page, look) => {
          const card = page.getByRole('region', { name: 'Traces', exact: true });
          await card.getByRole('button', { name: /as a table$/ }).click();
          await look('a chart as a table');
        },
      },
    ],
    '/projects/$projectId/traces/$traceId': [
      {
        name: 'a trace over the list',
        path: at(`traces/${CHECKOUT}`),
        ready: (page) => page.getByRole('treeitem').first().waitFor(),
        viewer: comparing,
        open: async (page, look) => {
          await spanOf(page, 'find');
          await page.getByRole('region', { name: 'Retrieval quality' }).first().waitFor();
          await look('documents of a retriever');
          await press(page, 'Add to dataset');
          await page.getByRole('textbox', { name: 'Metadata' }).getByText('RETRIEVER').waitFor();
          await look('adding a span to a dataset');
        },
      },
      {
        name: 'the annotations of a trace',
        path: at(`traces/${CHECKOUT}?tab=annotations`),
        ready: (page) => page.getByRole('rowheader').first().waitFor(),
      },
      {
        name: 'annotating a trace',
        path: at(`traces/${CHECKOUT}?judge=trace`),
        ready: (page) =>
          page
            .getByRole('region', { name: 'Annotate' })
            .getByRole('button', { name: 'good' })
            .waitFor(),
      },
      {
        name: 'the words of a search',
        path: ({ shop, call }) =>
          `/projects/${shop}/traces/${CHECKOUT}?selectedSpanNodeId=${encodeURIComponent(call)}&search=refund`,
        ready: text(/^1 of \d matches$/),
      },
      {
        name: 'a trace on its own page',
        path: ({ pages }) => `/projects/${pages}/traces/${agentTrace.traceId}?full=true`,
        ready: (page) => page.getByRole('tree', { name: 'Spans' }).waitFor(),
        open: async (page, look) => {
          for (const name of ['ask model', 'book hotel']) {
            await spanOf(page, name);
            await look(name);
          }
        },
      },
      {
        name: 'a very large trace',
        prepare: (_, { server }) =>
          sendTraces(server.url, [largeTrace], bearer(server.accounts.MEMBER.key)),
        path: ({ pages }) => `/projects/${pages}/traces/${largeTrace.traceId}?full=true`,
        ready: (page) => page.getByRole('img', { name: /^Overview of 2,600 spans/ }).waitFor(),
      },
    ],
    '/projects/$projectId/spans/$traceId': [
      {
        name: 'a trace over the list of spans',
        path: at(`spans/${CHECKOUT}`),
        ready: (page) => page.getByRole('treeitem').first().waitFor(),
      },
    ],
    '/projects/$projectId/sessions/$sessionNodeId': [
      {
        name: 'the turns of a session',
        path: ({ shop, session }) => `/projects/${shop}/sessions/${session}`,
        ready: (page) => page.getByText('Turn 1', { exact: true }).waitFor(),
      },
      {
        name: 'the annotations of a session',
        path: ({ shop, session }) => `/projects/${shop}/sessions/${session}?sessionTab=annotations`,
        ready: (page) => page.getByRole('rowheader').first().waitFor(),
      },
    ],
    '/compare-traces': [
      {
        name: 'two traces',
        path: () => `/compare-traces?base=${RETRY}&other=${CHECKOUT}`,
        ready: text(/spans? differs?/),
        open: async (page, look) => {
          await page.getByRole('option').filter({ hasText: 'say so' }).click();
          await page.locator('ins').first().waitFor();
          await look('a difference');
        },
      },
      {
        name: 'the choice of a trace',
        path: () => `/compare-traces?base=${CHECKOUT}`,
        ready: (page) => page.getByRole('region', { name: 'Other new traces' }).waitFor(),
      },
    ],
    '/playground/spans/$spanId': [
      {
        name: 'the call of a span',
        path: ({ call }) => `/playground/spans/${encodeURIComponent(call)}`,
        ready: (page) => page.getByRole('region', { name: 'Original answer' }).waitFor(),
        viewer: { may: /prompt|message/ },
        open: async (page, look) => {
          await press(page, 'Your runs');
          await page.getByText('You have not run anything yet').waitFor();
          await look('no runs');
          await close(page);
        },
      },
    ],
  },
};

/** Lets the server refuse all annotations. */
function refuseAnnotation(page: Page): Promise<unknown> {
  return page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON() as {
      query: string;
      variables: { input: { targetId: string; name: string }[] };
    };
    if (!query.includes('setOwnAnnotations')) return route.fallback();
    const response = await route.fetch({
      postData: JSON.stringify({ query, variables: { input: [] } }),
    });
    const given = (await response.json()) as {
      data: { setOwnAnnotations: { failures: object[] } };
    };
    given.data.setOwnAnnotations.failures = variables.input.map((item) => ({
      ...item,
      message: 'The database is busy.',
    }));
    return route.fulfill({ response, json: given });
  });
}
