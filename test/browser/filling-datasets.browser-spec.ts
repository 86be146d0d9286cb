import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { aDataset } from '../support/factories/dataset.js';
import { interceptRequests } from '../support/intercept-requests.js';
import { emptyDatabase } from '../support/reset.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { writeWorkbook } from '../support/workbook.js';

const HOSTILE = `<img src=x onerror="alert(1)"> 'it' & 東京 مرحبا`;
const CSV = `question,answer,topic,split,id,source
"What is the capital of France?",Paris,geography,train,fr,"{""page"": 12, ""book"": ""Atlas""}"
"Why is the sky blue?",Rayleigh scattering,physics,"[""test"", ""hard""]",sky,"{""page"": 3}"
"${HOSTILE.replaceAll('"', '""')}",,,,x1,{}
`;
const EXACT = '{"q":9007199254740993,"f":1.0}\n{"f":null}\n';

interface Stored {
  id: string | null;
  input: string;
  output: string;
  metadata: string;
  trace: string | null;
}

describe('filling datasets', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(() => emptyDatabase(server));
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const stored = (name: string) =>
    server.sql<Stored>(
      `SELECT e.external_id AS id, r.input::text, r.output::text, r.metadata::text,
         e.trace_id AS trace
       FROM dataset_examples e JOIN datasets d ON d.id = e.dataset_id
       JOIN dataset_example_revisions r ON r.id = e.revision_id AND r.example_id = e.id
       WHERE d.name = $1 AND e.is_live ORDER BY e.id`,
      [name],
    );
  const inputs = async (name: string) => (await stored(name)).map(({ input }) => input);

  describe('from spans', () => {
    const TRACE_IDS = Array.from({ length: 4 }, newTraceId);
    /** Returns the input of the root span of a trace. */
    const basket = (n: number) => `{"basket":${n},"id":9007199254740993}`;

    beforeEach(() =>
      sendTraces(
        server.url,
        TRACE_IDS.map((traceId, n) => ({
          traceId,
          project: 'shop',
          name: `order ${n}`,
          kind: 'AGENT',
          startedAt: new Date(Date.now() - (n + 1) * 60_000),
          attributes: {
            'input.value': basket(n),
            'input.mime_type': 'application/json',
            'output.value': `paid ${n}`,
          },
          children: [{ name: `answer ${n}`, kind: 'LLM' }],
        })),
      ),
    );

    const open = async (path: string) => {
      const { body } = await server.request.get('/v1/projects/shop');
      page = await browser.open(`${server.url}/projects/${body.data.id}/${path}`);
    };
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    const bar = () => page.getByRole('region', { name: 'Selected rows' });
    const dialog = () => page.getByRole('dialog', { name: 'Add to dataset' });
    const field = () => dialog().getByRole('textbox', { name: 'Dataset' });
    const option = (name: string | RegExp) => page.getByRole('option', { name });

    it('copies spans of a list into a new dataset', async () => {
      await open('spans?rootsOnly=true');
      await box('Select order 0').click();
      await bar().waitFor();
      await page.keyboard.press('Escape');
      await bar().waitFor({ state: 'detached' });
      expect(await box('Select order 0').isChecked()).toBe(false);

      await box('Select order 0').click();
      await box('Select order 2').click({ modifiers: ['Shift'] });
      await bar().getByText('3 spans selected').waitFor();
      await bar().getByRole('button', { name: 'Add to dataset…' }).click();
      await field().fill('from traces');
      await option('Create “from traces”').click();
      await dialog().getByLabel('Version note').fill('good answers');
      await dialog().getByRole('button', { name: 'Add 3 examples' }).click();
      await page.getByText('3 examples added to from traces.').waitFor();
      expect(await dialog().count()).toBe(0);
      expect(await bar().count()).toBe(0);
      expect(await inputs('from traces')).toEqual([0, 1, 2].map(basket));
      expect(await server.sql('SELECT description FROM dataset_versions')).toEqual([
        { description: 'good answers' },
      ]);
      await page.getByRole('button', { name: 'Open dataset' }).click();
      await page.getByRole('heading', { name: 'from traces' }).waitFor();
    });

    it('copies traces, and a span that is edited first, into an existing dataset', async () => {
      for (const name of ['capitals', 'tickets', 'more tickets']) await aDataset(server, { name });
      await open('traces');
      await box('Select order 1').click();
      await bar().getByText('1 trace selected').waitFor();
      await bar().getByRole('button', { name: 'Add to dataset…' }).click();
      await field().fill('tickets');
      await option(/capitals/).waitFor({ state: 'detached' });
      await eventually('two choices', async () => (await option(/tickets/).count()) === 2);
      await page
        .locator('[data-combobox-selected]')
        .getByText('tickets', { exact: true })
        .waitFor();
      await page.keyboard.press('Enter');
      await dialog().getByRole('button', { name: 'Add 1 example' }).click();
      await page.getByText('1 example added to tickets.').waitFor();
      expect(await inputs('tickets')).toEqual([basket(1)]);

      await page.getByRole('link', { name: 'order 2', exact: true }).click();
      const detail = page.getByRole('region', { name: 'Span', exact: true });
      await detail.getByRole('button', { name: 'Add to dataset' }).click();
      const output = dialog().getByRole('textbox', { name: 'Output' });
      await output.getByText('paid 2').waitFor();
      await field().click();
      await option(/capitals/).click();
      await output.fill('{"answer": "paid"}');
      await dialog().getByRole('button', { name: 'Add example' }).click();
      await page.getByText('1 example added to capitals.').waitFor();
      expect(await stored('capitals')).toEqual([
        {
          id: null,
          input: basket(2),
          output: '{"answer":"paid"}',
          metadata: '{"span_kind":"AGENT"}',
          trace: TRACE_IDS[2],
        },
      ]);
    });
  });

  describe('from files', () => {
    beforeEach(async () => {
      page = await browser.open(`${server.url}/datasets/upload`);
      await page.getByText('Drop a CSV, JSONL or XLSX file here').waitFor();
    });

    const choose = (content: string, name = 'rows.csv') =>
      page.locator('input[type=file]').setInputFiles({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content),
      });
    const drop = async (content: string, name: string) => {
      const transfer = await page.evaluateHandle(
        `(() => {
          const data = new DataTransfer();
          data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
          return data;
        })()`,
      );
      const field = page.getByText('Drop a CSV, JSONL or XLSX file here');
      await field.dispatchEvent('dragover', { dataTransfer: transfer });
      await field.dispatchEvent('drop', { dataTransfer: transfer });
    };
    const lane = (name: string) => page.getByRole('region', { name, exact: true });
    const column = (name: string) => page.getByRole('button', { name: `Column ${name}` });
    const upload = () => page.getByRole('button', { name: 'Upload', exact: true });

    it('creates a dataset from a sheet of a workbook', async () => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'sheets.xlsx',
        mimeType: 'application/octet-stream',
        buffer: writeWorkbook([
          ['question', 'answer'],
          ['How many, "about"?', '42'],
        ]),
      });
      await lane('Output').getByText('answer').waitFor();
      await upload().click();
      await page.getByText('1 example created.').waitFor();
      expect(await stored('sheets')).toMatchObject([
        { input: '{"question":"How many, \\"about\\"?"}', output: '{"answer":"42"}' },
      ]);
    });

    it('creates a dataset once its faults are mended, then adds to it and replaces it', async () => {
      await drop(`${CSV}"never closed\n`, 'dropped.csv');
      // The first movement starts the drag; on a busy page, only later ones reach the lane.
      await column('topic').dragTo(lane('Output'), { steps: 5 });
      await lane('Output').getByText('topic').waitFor();
      await page.getByLabel('Name').fill('atlas');
      await page.getByLabel('Description').fill('What people ask.');
      await upload().click();
      await page.getByText('Nothing was stored. Line 5').waitFor();
      const lines = page.getByRole('list', { name: 'Line 5 of the file' });
      await lines.getByText('"never closed').waitFor();
      // The console logs refused requests.
      expect(browser.errors.splice(0)).toEqual([expect.stringContaining('status of 422')]);

      await choose(CSV);
      await page.getByText('Nothing was stored').waitFor({ state: 'detached' });
      await column('source').click();
      await page.getByRole('menuitemcheckbox', { name: 'Use its fields instead' }).click();
      await upload().click();
      await page.getByText('3 examples created.').waitFor();
      await page.getByRole('link', { name: 'Open dataset' }).click();
      await page.getByRole('heading', { name: 'atlas', level: 1 }).waitFor();
      await page.getByText('What people ask.').waitFor();
      expect(await stored('atlas')).toMatchObject([
        {
          id: 'fr',
          input: '{"question":"What is the capital of France?"}',
          output: '{"answer":"Paris","topic":"geography"}',
          metadata: '{"page":12,"book":"Atlas"}',
        },
        {
          id: 'sky',
          input: '{"question":"Why is the sky blue?"}',
          output: '{"answer":"Rayleigh scattering","topic":"physics"}',
          metadata: '{"page":3}',
        },
        { id: 'x1', input: JSON.stringify({ question: HOSTILE }), output: '{}', metadata: '{}' },
      ]);

      await page.getByRole('link', { name: 'Upload a file' }).click();
      await choose(EXACT, 'rows.jsonl');
      await page.getByText('9007199254740993').first().waitFor();
      await upload().click();
      await page.getByText('2 examples created.').waitFor();
      expect((await stored('atlas')).slice(3)).toMatchObject([
        { input: '{"q":9007199254740993}', metadata: '{"f":1.0}' },
        { input: '{}', metadata: '{"f":null}' },
      ]);
      await page.getByRole('button', { name: 'Upload another file' }).click();
      await choose(EXACT, 'rows.jsonl');
      await page.getByText('Replace all examples').click();
      await upload().click();
      await page.getByText('3 examples deleted.').waitFor();
      expect(await inputs('atlas')).toEqual(['{"q":9007199254740993}', '{}']);
    });

    it('can be canceled at any time, and continues when you leave the page', async () => {
      const session = hold();
      // The session is renewed before a file is sent.
      await interceptRequests(page, '**/graphql*', async (route) => {
        if (route.request().postData()?.includes('query DownloadSession')) await session.held;
        await route.continue();
      });
      const sending = hold();
      await interceptRequests(page, '**/v1/datasets/upload*', async (route) => {
        await sending.held;
        // The first one has been canceled.
        await route.continue().catch(() => undefined);
      });
      const cancel = page.getByRole('button', { name: 'Cancel' });
      await choose(CSV);
      await upload().click();
      await cancel.click();
      session.end();
      await upload().click();
      await page.getByRole('progressbar').waitFor();
      await cancel.click();
      await upload().waitFor();
      expect(await stored('rows')).toEqual([]);

      await upload().click();
      await page.getByRole('progressbar').waitFor();
      await page.getByRole('link', { name: 'Datasets' }).first().click();
      // While the list loads, the page that sends the file is still shown.
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      sending.end();
      await page.getByText('Uploaded to rows').waitFor();
      await page.getByText('3 examples created.').waitFor();
      expect(await stored('rows')).toHaveLength(3);
    });
  });
});

/** A promise that the test ends. */
function hold(): { held: Promise<void>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { held: promise, end: resolve };
}
