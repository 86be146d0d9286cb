import type { Locator, Page } from 'playwright-core';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).first();

describe('the annotation configs', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  beforeEach(() => emptyDatabase(server));
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const openSettings = () => browser.open(`${server.url}/settings/annotations`);
  const readConfig = async (name: string) =>
    (await server.request.get(`/v1/annotation_configs/${name}`)).body.data;

  it('are listed with their values and projects', async () => {
    const projects = [];
    for (const name of ['shop', 'search', 'support', 'billing']) {
      projects.push(await aProject(server, { name }));
    }
    await anAnnotationConfig(server, { name: 'quality', description: 'How good?', projects });
    await anAnnotationConfig(server, {
      name: 'toxicity',
      type: 'CONTINUOUS',
      optimization_direction: 'MINIMIZE',
      lower_bound: 0,
      upper_bound: 1,
    });
    const page = await openSettings();
    const quality = row(page, 'quality');
    await quality.getByText('How good?').waitFor();
    await quality.getByText('Categorical').waitFor();
    await quality.getByText('good (1), bad (0)').waitFor();
    await quality.getByText('Higher').waitFor();
    await quality.getByText('+1').waitFor();
    await row(page, 'toxicity').getByText('0 to 1').waitFor();
    await row(page, 'toxicity').getByText('Lower').waitFor();
    await row(page, 'user_feedback').getByText('positive (1), negative (0)').waitFor();
    await page.getByText('3 configs').waitFor();

    await page.getByRole('textbox', { name: 'Find configs by name' }).fill('TOX');
    await row(page, 'quality').waitFor({ state: 'detached' });
    expect(page.url()).toContain('q=TOX');
    await page.getByRole('textbox', { name: 'Find configs by name' }).fill('xyz');
    await page.getByRole('button', { name: 'Show all configs' }).click();
    await quality.getByRole('link', { name: 'search' }).click();
    await page.getByRole('switch', { name: 'Use quality in this project' }).waitFor();
  });

  it('are created with the keyboard alone', async () => {
    const page = await openSettings();
    await page.getByRole('button', { name: 'New config' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New annotation config' });
    await dialog.waitFor();
    await page.keyboard.type('correctness');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Is it right?');
    // The description, then the type, then the first label with its score and buttons.
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
    expect(await focusedLabel(page)).toBe('Label 1');
    await page.keyboard.press('Enter');
    expect(await focusedLabel(page)).toBe('Label 2');
    await dialog.getByRole('button', { name: 'Remove label 2' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Create config' }).focus();
    await page.keyboard.press('Enter');
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
  });

  it('show what the server refuses at the field, and keep the input', async () => {
    const page = await openSettings();
    await page.getByRole('button', { name: 'New config' }).click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create config' });
    expect(await create.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('note');
    await create.click();
    await dialog.getByText('The name "note" is reserved for notes. Use another name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('user_feedback');
    await dialog.getByRole('textbox', { name: 'Label 1', exact: true }).fill('a');
    await create.click();
    await dialog.getByText('Annotation config "user_feedback" already exists.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('quality');
    await dialog.getByRole('textbox', { name: 'Label 2', exact: true }).fill('a');
    await create.click();
    await dialog.getByText('The label "a" appears more than once.').waitFor();
    await dialog.getByRole('textbox', { name: 'Score of label 2' }).fill('high');
    await create.click();
    await dialog.getByText('The score of “a” is not a number.').waitFor();

    await dialog.getByText('Continuous', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Lowest score' }).fill('5');
    await dialog.getByRole('textbox', { name: 'Highest score' }).fill('1');
    await create.click();
    await dialog.getByText('The lower bound must be less than the upper bound.').waitFor();
    await dialog.getByRole('textbox', { name: 'Highest score' }).fill('10');
    await dialog.getByText('Lower', { exact: true }).click();
    await create.click();
    await row(page, 'quality').getByText('5 to 10').waitFor();
    expect(await readConfig('quality')).toMatchObject({
      type: 'CONTINUOUS',
      optimization_direction: 'MINIMIZE',
      lower_bound: 5,
      upper_bound: 10,
    });
  });

  it('are edited, including their type', async () => {
    await anAnnotationConfig(server, { name: 'quality', description: 'old' });
    const page = await openSettings();
    await page.getByRole('button', { name: 'Edit quality' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit annotation config' });
    const save = dialog.getByRole('button', { name: 'Save config' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByText('Free text', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Threshold' }).fill('0.5');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('');
    await save.click();
    await row(page, 'quality').getByText('threshold 0.5').waitFor();
    expect(await readConfig('quality')).toMatchObject({
      type: 'FREEFORM',
      description: null,
      threshold: 0.5,
    });
  });

  it('are deleted after a warning', async () => {
    const projects = [await aProject(server)];
    await anAnnotationConfig(server, { name: 'quality', projects });
    const page = await openSettings();
    await page.getByRole('button', { name: 'Delete quality' }).click();
    await page.getByText('1 project will no longer use this config.').waitFor();
    await page.getByRole('button', { name: 'Delete config' }).click();
    await row(page, 'quality').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete user_feedback' }).click();
    await page.getByText('creates this config again when it restarts').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await readConfig('user_feedback')).toBeDefined();
  });

  it('are switched on and off in a project', async () => {
    const project = await aProject(server, { name: 'shop' });
    await anAnnotationConfig(server, { name: 'quality' });
    const page = await browser.open(
      `${server.url}/projects/${globalId('Project', project.id)}/config`,
    );
    const quality = page.getByRole('switch', { name: 'Use quality in this project' });
    expect(await quality.isChecked()).toBe(false);
    await quality.focus();
    await page.keyboard.press('Space');
    await namesIn('shop', ['quality']);
    await page.reload();
    await quality.waitFor();
    expect(await quality.isChecked()).toBe(true);

    await page.getByRole('button', { name: 'New config' }).click();
    const dialog = page.getByRole('dialog', { name: 'New annotation config' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('tone');
    await dialog.getByText('Continuous', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Create config' }).click();
    const tone = page.getByRole('switch', { name: 'Use tone in this project' });
    await tone.waitFor();
    expect(await tone.isChecked()).toBe(true);
    await namesIn('shop', ['tone', 'quality']);
    await click(quality);
    await namesIn('shop', ['tone']);

    await server.sql("DELETE FROM annotation_configs WHERE name = 'quality'");
    await click(quality);
    await page.getByText('quality could not be switched on').waitFor();
    expect(await quality.isChecked()).toBe(false);
  });

  /** Waits until a project has exactly these configs. */
  async function namesIn(project: string, expected: string[]): Promise<void> {
    await eventually(`the configs ${expected.join(' and ')}`, async () => {
      const { body } = await server.request.get(`/v1/projects/${project}/annotation_configs`);
      const names = body.data.map(({ name }: { name: string }) => name);
      return names.join() === expected.join();
    });
  }
});

describe('annotation configs, without any', () => {
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await server.sql('DELETE FROM annotation_configs');
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it.each([
    ['MEMBER', 'Create one for each thing'],
    ['VIEWER', 'A member can create one'],
  ] as const)('tell a %s what to do', async (role, text) => {
    const cookie = cookieOf(server.accounts[role]).Cookie;
    for (const path of ['settings/annotations', `projects/${globalId('Project', 1)}/config`]) {
      const page = await browser.open(`${server.url}/${path}`, { cookie });
      await page.getByText('No annotation configs yet').waitFor();
      await page.getByText(text).waitFor();
      expect(await page.getByRole('button', { name: 'New config' }).count()).toBe(
        role === 'MEMBER' ? 1 : 0,
      );
    }
  });
});

function focusedLabel(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
}

/** Clicks a switch, whose input is under the track that users see. */
function click(toggle: Locator): Promise<void> {
  return toggle.click({ force: true });
}
