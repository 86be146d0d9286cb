import type { Locator, Page } from 'playwright-core';
import { bearer } from '../../support/accounts.js';
import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { newTraceId, sendTraces, type SpanToSend } from '../../support/send-traces.js';
import { agentTrace, largeTrace } from '../traces-to-show.js';
import { type Area, close, link, press, projectId, send, text, type WalkedServer } from './walk.js';

interface Shown {
  server: WalkedServer;
  /** The global IDs of projects: one with annotated traces, and one with a whole and a large one. */
  shop: string;
  pages: string;
  /** The global ID of a session of the first. */
  session: string;
  /** The global ID of a model call. */
  call: string;
}

const CHECKOUT = newTraceId();
const RETRY = newTraceId();
const ROOT = '1'.repeat(16);
const FIND = '2'.repeat(16);
const CALL = '3'.repeat(16);
const LONG = 'The customer waits patiently for an answer. '.repeat(120);

const documents = Object.fromEntries(
  [0, 1, 2].flatMap((at) => [
    [`retrieval.documents.${at}.document.id`, `doc-${at}`],
    [`retrieval.documents.${at}.document.content`, `Refunds are paid within ${14 + at} days.`],
    [`retrieval.documents.${at}.document.score`, 0.9 - at / 10],
  ]),
) as Record<string, string | number>;

const answer = (output: string, model: string): SpanToSend => ({
  name: 'say so',
  kind: 'LLM',
  afterMs: 20,
  attributes: {
    'llm.model_name': model,
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': `${LONG} I want a Refund.`,
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': output,
    'llm.token_count.prompt': 12,
    'llm.token_count.completion': 5,
  },
});

async function fixture(server: WalkedServer): Promise<Shown> {
  const { ADMIN, MEMBER } = server.accounts;
  const attributes = {
    'session.id': 'chat',
    'user.id': 'ada',
    'metadata.tenant': 'acme',
    'input.value': 'Pay',
    'output.value': 'Paid',
  };
  await sendTraces(
    server.url,
    [
      agentTrace,
      largeTrace,
      {
        traceId: CHECKOUT,
        spanId: ROOT,
        project: 'shop',
        name: 'checkout',
        kind: 'AGENT',
        attributes,
        children: [
          { name: 'charge', kind: 'TOOL', failure: 'card refused' },
          { name: 'find', kind: 'RETRIEVER', spanId: FIND, attributes: documents },
          { ...answer('Your **late** order: a refund is due.', 'gpt-5'), spanId: CALL },
        ],
      },
      {
        traceId: RETRY,
        project: 'shop',
        name: 'checkout',
        kind: 'AGENT',
        startedAt: new Date(Date.now() - 3_600_000),
        attributes,
        children: [{ name: 'charge', kind: 'TOOL' }, answer('It is on its way.', 'gpt-6')],
      },
      { project: 'shop', name: 'another agent' },
    ],
    bearer(MEMBER.key),
  );
  const projects = await server.sql<{ id: number }>("SELECT id FROM projects WHERE name = 'shop'");
  await anAnnotationConfig(server, { name: 'quality', projects });
  await annotate(server);
  const shop = await projectId(server, 'shop');
  const { body } = await server.request.get('/v1/projects/shop/sessions').set(bearer(ADMIN.key));
  const { span } = await send<{ span: { id: string } }>(
    server,
    'query ($spanId: String!) { span: getSpanByOtelId(spanId: $spanId) { id } }',
    { spanId: CALL },
  );
  return {
    server,
    shop,
    pages: await projectId(server, 'pages'),
    session: (body as { data: { id: string }[] }).data[0]!.id,
    call: span.id,
  };
}

/** Annotates one span in several ways, its trace, its session, and what a retriever found. */
async function annotate({ accounts, request }: WalkedServer): Promise<void> {
  const post = (kind: string, data: object[]) =>
    request
      .post(`/v1/${kind}_annotations?sync=true`)
      .set(bearer(accounts.ADMIN.key))
      .send({ data })
      .expect(200);
  const given = (name: string, result: object, annotator_kind = 'HUMAN', identifier = '') => ({
    name,
    result,
    annotator_kind,
    identifier,
  });
  await post('span', [
    { span_id: ROOT, ...given('quality', { label: 'good', score: 1 }, 'HUMAN', 'a') },
    { span_id: ROOT, ...given('quality', { label: 'good', score: 1 }, 'LLM', 'b') },
    { span_id: ROOT, ...given('quality', { label: 'bad', score: 0 }, 'CODE', 'c') },
    { span_id: ROOT, ...given('length, in words', { score: 0.25 }, 'CODE') },
    { span_id: ROOT, ...given('user_feedback', { label: 'positive', score: 1 }) },
  ]);
  await post('trace', [
    { trace_id: CHECKOUT, ...given('resolved', { label: 'yes', score: 0.75 }) },
  ]);
  await post('session', [{ session_id: 'chat', ...given('mood', { score: 7 }) }]);
  await post('document', [
    {
      span_id: FIND,
      document_position: 2,
      ...given('relevance', { label: 'yes', score: 1, explanation: 'It quotes the terms.' }, 'LLM'),
    },
  ]);
}

const at =
  (tab: string) =>
  ({ shop }: Shown): string =>
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

export const traces: Area<Shown> = {
  fixture,
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
