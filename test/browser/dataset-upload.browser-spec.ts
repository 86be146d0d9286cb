import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { aDataset } from '../support/factories/dataset.js';
import { interceptRequests } from '../support/intercept-requests.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const HOSTILE = `<img src=x onerror="alert(1)"> 'it' & 東京 مرحبا`;
const CSV = `question,answer,topic,split,id,source
"What is the capital of France?",Paris,geography,train,fr,"{""page"": 12, ""book"": ""Atlas""}"
"Why is the sky blue?",Rayleigh scattering,physics,"[""test"", ""hard""]",sky,"{""page"": 3}"
"${HOSTILE.replaceAll('"', '""')}",,,,x1,{}
`;

interface Stored {
  id: string | null;
  input: string;
  output: string;
  metadata: string;
}

describe('uploading a file', () => {
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
  beforeEach(async () => {
    await emptyDatabase(server);
    page = await browser.open(`${server.url}/datasets/upload`);
    await page.getByText('Drop a CSV or JSONL file here').waitFor();
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  /** The console logs refused requests. */
  const expectRefusal = (status: number) =>
    expect(browser.errors.splice(0)).toEqual([expect.stringContaining(`status of ${status}`)]);

  const choose = (content: string, name = 'rows.csv') =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  const lane = (name: string) => page.getByRole('region', { name, exact: true });
  const column = (name: string) => page.getByRole('button', { name: `Column ${name}` });
  const columnsIn = async (name: string) =>
    (await lane(name).getByRole('button').all()).length === 0
      ? []
      : await lane(name)
          .getByRole('button')
          .evaluateAll((buttons) => buttons.map((button) => button.dataset['column']));
  const upload = () => page.getByRole('button', { name: 'Upload', exact: true });
  const stored = (name: string) =>
    server.sql<Stored>(
      `SELECT e.external_id AS id, r.input::text, r.output::text, r.metadata::text
       FROM dataset_examples e JOIN datasets d ON d.id = e.dataset_id
       JOIN dataset_example_revisions r ON r.id = e.revision_id AND r.example_id = e.id
       WHERE d.name = $1 AND e.is_live ORDER BY e.id`,
      [name],
    );

  it('guesses the destinations of columns, and previews the examples', async () => {
    await choose(CSV);
    await column('question').waitFor();
    expect(await columnsIn('Input')).toEqual(['question']);
    expect(await columnsIn('Output')).toEqual(['answer']);
    expect(await columnsIn('Metadata')).toEqual(['topic', 'source']);
    expect(await columnsIn('Left out')).toEqual(['split', 'id']);
    expect(await page.getByLabel('Example ID').inputValue()).toBe('=id');
    expect(await page.getByLabel('Splits').inputValue()).toBe('=split');
    const rows = page.getByRole('region', { name: 'First examples' }).last().getByRole('row');
    expect(await rows.nth(2).textContent()).toBe(
      '3questionWhy is the sky blue?answerRayleigh scatteringtopicphysicssource{"page": 3}test, hardsky',
    );
    expect(await rows.nth(3).textContent()).toContain(HOSTILE);
    expect(await page.getByLabel('Name').inputValue()).toBe('rows');
  });

  it('stores the examples, and links to the dataset', async () => {
    await choose(CSV);
    await column('source').click();
    await page.getByRole('menuitemcheckbox', { name: 'Use its fields instead' }).click();
    await page.getByLabel('Name').fill('atlas');
    await page.getByLabel('Description').fill('What people ask.');
    await upload().click();
    await page.getByText('3 examples created.').waitFor();
    await page.getByRole('link', { name: 'Open dataset' }).click();
    await page.getByRole('heading', { name: 'atlas', level: 1 }).waitFor();
    await page.getByText('What people ask.').waitFor();
    expect(await stored('atlas')).toEqual([
      {
        id: 'fr',
        input: '{"question":"What is the capital of France?"}',
        output: '{"answer":"Paris"}',
        metadata: '{"topic":"geography","page":12,"book":"Atlas"}',
      },
      {
        id: 'sky',
        input: '{"question":"Why is the sky blue?"}',
        output: '{"answer":"Rayleigh scattering"}',
        metadata: '{"topic":"physics","page":3}',
      },
      { id: 'x1', input: JSON.stringify({ question: HOSTILE }), output: '{}', metadata: '{}' },
    ]);
  });

  it('accepts a dropped file', async () => {
    const transfer = await page.evaluateHandle(
      `(() => {
        const data = new DataTransfer();
        data.items.add(new File([${JSON.stringify(CSV)}], 'dropped.csv'));
        return data;
      })()`,
    );
    const field = page.getByText('Drop a CSV or JSONL file here');
    await field.dispatchEvent('dragover', { dataTransfer: transfer });
    await field.dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByText('dropped.csv').waitFor();
    await column('question').waitFor();
  });

  it('lets you drag columns', async () => {
    await choose(CSV);
    // The first movement starts the drag; on a busy page, only later ones reach the lane.
    await column('topic').dragTo(lane('Output'), { steps: 5 });
    await lane('Output').getByText('topic').waitFor();
    expect(await columnsIn('Output')).toEqual(['answer', 'topic']);
  });

  it('lets you move columns with the keyboard alone', async () => {
    await choose(CSV);
    await column('question').focus();
    await page.keyboard.press('ArrowRight');
    await lane('Output').getByText('question').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await lane('Input').getByText('question').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Leave out' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await lane('Left out').getByText('question').waitFor();
    expect(await columnsIn('Input')).toEqual([]);
  });

  it('reads JSONL with unchanged numbers, and adds to an existing dataset', async () => {
    const { id } = await aDataset(server, { name: 'capitals' });
    const dataset = Buffer.from(`Dataset:${id}`).toString('base64');
    await page.goto(`${server.url}/datasets/${dataset}/examples`);
    await page.getByRole('link', { name: 'Upload a file' }).click();
    await choose('{"q":9007199254740993,"f":1.0}\n{"f":null}\n', 'rows.jsonl');
    await column('q').click();
    await page.getByRole('menuitem', { name: 'Leave out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('9007199254740993').first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Dataset' }).inputValue()).toBe('capitals');
    await upload().click();
    await page.getByText('2 examples created.').waitFor();
    expect((await stored('capitals')).map(({ input, metadata }) => [input, metadata])).toEqual([
      ['{"q":9007199254740993}', '{"f":1.0}'],
      ['{}', '{"f":null}'],
    ]);
    await page.getByRole('button', { name: 'Upload another file' }).click();
    await choose('{"q":9007199254740993,"f":1.0}\n{"f":null}\n', 'rows.jsonl');
    await page.getByText('Replace all examples').click();
    await upload().click();
    await page.getByText('Nothing has changed').waitFor();
  });

  it('shows the line that the server rejects, and keeps the column layout', async () => {
    const good = Array.from({ length: 80 }, (_, at) => `{"q":"${at}","meta":{}}`);
    await choose([...good, '{"q":"broken","meta":}', '{"q":"last"}'].join('\n'), 'rows.jsonl');
    await column('meta').focus();
    await page.keyboard.press('ArrowLeft');
    await lane('Output').getByText('meta').waitFor();
    await page.getByLabel('Name').fill('with a fault');
    await upload().click();
    await page.getByText('Nothing was stored. Line 81: invalid JSON').waitFor();
    expectRefusal(422);
    const lines = page.getByRole('list', { name: 'Line 81 of the file' });
    await lines.getByText('{"q":"broken","meta":}').waitFor();
    expect(await lines.getByRole('listitem').count()).toBe(3);
    expect(await page.getByLabel('Name').inputValue()).toBe('with a fault');
    await choose([...good, '{"q":"last","meta":{}}'].join('\n'), 'rows.jsonl');
    await page.getByText('Nothing was stored').waitFor({ state: 'detached' });
    expect(await columnsIn('Output')).toEqual(['meta']);
    await upload().click();
    await page.getByText('81 examples created.').waitFor();
  });

  it('offers to add to the existing dataset if the name is taken', async () => {
    await aDataset(server, { name: 'capitals' });
    await choose('q,a\n1,2\n');
    await page.getByLabel('Name').fill('capitals');
    await upload().click();
    await page.getByRole('button', { name: 'Add to that dataset' }).click();
    expectRefusal(409);
    await upload().click();
    await page.getByText('1 example created.').waitFor();
  });

  it('reports what is wrong with a file before sending it', async () => {
    await choose('a;b\n1;2\n');
    await page.getByText('separated by semicolons').waitFor();
    await choose('');
    await page.getByText('The file is empty.').waitFor();
    expect(await upload().count()).toBe(0);
    await choose('a,b\n1,2\n');
    await column('a').waitFor();
  });

  it('shows its progress, can be canceled, and continues when you leave the page', async () => {
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await interceptRequests(page, '**/v1/datasets/upload*', async (route) => {
      await held;
      // The first one has been canceled.
      await route.continue().catch(() => undefined);
    });
    await choose(CSV);
    await upload().click();
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await upload().waitFor();
    expect(await stored('rows')).toEqual([]);
    await upload().click();
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('link', { name: 'Datasets' }).first().click();
    // While the list loads, the page that sends the file is still shown.
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    letThrough();
    await page.getByText('Uploaded to rows').waitFor();
    await page.getByText('3 examples created.').waitFor();
    expect(await stored('rows')).toHaveLength(3);
  });

  it('can be canceled before anything is sent', async () => {
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    // The session is renewed before a file is sent.
    await interceptRequests(page, '**/graphql*', async (route) => {
      if (route.request().postData()?.includes('query DownloadSession')) await held;
      await route.continue();
    });
    await choose(CSV);
    await upload().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    letThrough();
    await upload().waitFor();
    expect(await stored('rows')).toEqual([]);
  });
});
