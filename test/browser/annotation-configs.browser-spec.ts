import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const TRACE = newTraceId();

describe('annotation configs', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [{ project: 'shop', traceId: TRACE }]);
    const { body } = await server.request.get('/v1/projects/shop');
    project = `${server.url}/projects/${body.data.id}`;
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const readConfig = async (name: string) =>
    (await server.request.get(`/v1/annotation_configs/${name}`)).body.data;
  const namesInProject = (...expected: string[]) =>
    eventually(`the configs ${expected.join(' and ')}`, async () => {
      const { body } = await server.request.get('/v1/projects/shop/annotation_configs');
      return body.data.map(({ name }: { name: string }) => name).join() === expected.join();
    });
  const row = (page: Page, name: string): Locator =>
    page.getByRole('row').filter({ hasText: name }).first();

  it('are created with the keyboard, changed, used in a project and deleted', async () => {
    const page = await browser.open(`${server.url}/settings/annotations`);
    await page.getByRole('button', { name: 'New config' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New annotation config' });
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.type('note');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Is it right?');
    // The description, then the type, then the first label with its score.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Tab');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.keyboard.type('right');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
    await page.keyboard.press('Alt+ArrowUp');
    const create = dialog.getByRole('button', { name: 'Create config' });
    await create.press('Enter');
    await dialog.getByText('The name "note" is reserved for notes. Use another name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('correctness');
    await create.click();
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'correctness').getByText('right (1), wrong (0)').waitFor();
    expect(await readConfig('correctness')).toMatchObject({
      type: 'CATEGORICAL',
      description: 'Is it right?',
      optimization_direction: 'MAXIMIZE',
      values: [
        { label: 'right', score: 1 },
        { label: 'wrong', score: 0 },
      ],
    });

    await page.getByRole('button', { name: 'Edit correctness' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit annotation config' });
    await editing.getByText('Free text', { exact: true }).click();
    await editing.getByRole('textbox', { name: 'Threshold' }).fill('0.5');
    await editing.getByRole('textbox', { name: 'Description' }).fill('');
    await editing.getByRole('button', { name: 'Save config' }).click();
    await row(page, 'correctness').getByText('threshold 0.5').waitFor();
    expect(await readConfig('correctness')).toMatchObject({
      type: 'FREEFORM',
      description: null,
      threshold: 0.5,
    });

    // A project without configs gets them where its first trace is annotated.
    await page.goto(`${project}/traces/${TRACE}?judge=span`);
    const panel = page.getByRole('region', { name: 'Annotate', exact: true });
    await panel.getByRole('button', { name: 'Add config' }).click();
    await page.getByRole('menuitem', { name: 'correctness' }).click();
    await panel.getByRole('textbox', { name: 'correctness: text' }).waitFor();
    await panel.getByRole('button', { name: 'Add config' }).click();
    await page.getByRole('menuitem', { name: 'New config…' }).click();
    await dialog.locator('input:focus').fill('tone');
    await dialog.getByText('Continuous', { exact: true }).click();
    await create.click();
    await panel.getByRole('textbox', { name: 'tone: score' }).waitFor();
    await namesInProject('tone', 'correctness');

    await page.goto(`${project}/config`);
    const used = page.getByRole('switch', { name: 'Use correctness in this project' });
    await used.waitFor();
    expect(await used.isChecked()).toBe(true);
    await used.focus();
    await page.keyboard.press('Space');
    await namesInProject('tone');
    await page.keyboard.press('Space');
    await namesInProject('tone', 'correctness');

    await page.goto(`${server.url}/settings/annotations`);
    await row(page, 'tone').getByRole('link', { name: 'shop' }).waitFor();
    await page.getByRole('button', { name: 'Delete tone' }).click();
    await page.getByText('1 project will no longer use this config.').waitFor();
    await page.getByRole('button', { name: 'Delete config' }).click();
    await row(page, 'tone').waitFor({ state: 'detached' });
    expect(await readConfig('tone')).toBeUndefined();
    await namesInProject('correctness');
  });
});
