import type { Page } from 'playwright-core';
import { saying, push } from '../prompts/sent-prompts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { makePrompts, type ShownPrompts } from './prompts-to-show.js';

describe('the prompts', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let shown: ShownPrompts;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    await server.sql('DELETE FROM prompts');
    await server.sql('DELETE FROM prompt_labels');
    shown = await makePrompts(server);
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const names = async () => (await page.locator('tbody a').allTextContents()).join();
  const choose = async (name: string, item: string) => {
    await button(`Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  describe('in the list', () => {
    beforeEach(async () => {
      page = await browser.open(`${server.url}/prompts`);
      await link('support-desk').waitFor();
    });

    it('are listed newest first, with their model, versions, tags and labels', async () => {
      expect(await names()).toBe('support-desk,summarizer');
      const row = await page
        .getByRole('row')
        .filter({ has: link('support-desk') })
        .textContent();
      for (const part of ['customers', 'Answers what', 'gpt-5.2 · OpenAI', '3', 'production']) {
        expect(row).toContain(part);
      }
      expect(await page.title()).toBe('Prompts · Spandrel');
    });

    it('are found by name and label, and the URL contains both', async () => {
      await page.getByRole('textbox', { name: 'Filter prompts by name' }).fill('SUMM');
      await link('support-desk').waitFor({ state: 'detached' });
      await page.reload();
      await link('summarizer').waitFor();
      expect(await names()).toBe('summarizer');
      await page.getByRole('textbox', { name: 'Filter prompts by name' }).fill('nothing like it');
      await page.getByText('No prompts match').waitFor();
      await button('Clear filters').click();
      await link('support-desk').waitFor();
      await button('Labels').click();
      await page.getByRole('checkbox', { name: 'customers' }).check();
      await link('summarizer').waitFor({ state: 'detached' });
    });

    it('show changes made elsewhere', async () => {
      await push(server, 'from-code');
      await link('from-code').waitFor();
    });

    it('get labels created in the dialog, and can lose them again', async () => {
      await choose('summarizer', 'Labels…');
      await dialog('Labels for summarizer').getByRole('textbox').fill('short');
      await page.keyboard.press('Enter');
      await dialog('Labels for summarizer').getByRole('checkbox', { name: 'short' }).waitFor();
      await dialog('Labels for summarizer').getByRole('button', { name: 'Save' }).click();
      await page.getByText('short', { exact: true }).waitFor();
      await choose('summarizer', 'Labels…');
      await dialog('Labels for summarizer').getByRole('checkbox', { name: 'short' }).uncheck();
      await dialog('Labels for summarizer').getByRole('button', { name: 'Save' }).click();
      await dialog('Labels for summarizer').waitFor({ state: 'detached' });
      await page.getByText('short', { exact: true }).waitFor({ state: 'detached' });
    });

    it('are deleted only after typing the name', async () => {
      await choose('support-desk', 'Delete…');
      await dialog('Delete support-desk').getByText('3 versions').waitFor();
      const confirm = dialog('Delete support-desk').getByRole('button', { name: 'Delete prompt' });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog('Delete support-desk').getByRole('textbox').fill('support-desk');
      await confirm.click();
      await link('support-desk').waitFor({ state: 'detached' });
      expect(await server.sql('SELECT name FROM prompts')).toEqual([{ name: 'summarizer' }]);
    });

    it('are cloned under another name, with errors shown', async () => {
      await choose('support-desk', 'Clone…');
      const form = dialog('Clone support-desk');
      await form.getByLabel('Name').fill('No!');
      await form.getByText('This is not a valid prompt name.').waitFor();
      await form.getByLabel('Name').fill('summarizer');
      await form.getByRole('button', { name: 'Clone prompt' }).click();
      await form.getByText(/already exists/).waitFor();
      await form.getByLabel('Name').fill('desk-2');
      await form.getByRole('button', { name: 'Clone prompt' }).click();
      await page.getByRole('heading', { name: 'desk-2', level: 1 }).waitFor();
      await page.getByText('cloned from').waitFor();
      await page.getByRole('heading', { name: 'Version 3' }).waitFor();
    });

    it('open from the command palette and the navigation', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search and commands' }).fill('summ');
      await page.locator('[data-action]').filter({ hasText: 'summarizer' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'summarizer', level: 1 }).waitFor();
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Prompts' })
        .click();
      await link('support-desk').waitFor();
    });
  });

  it('explain how to create the first one while there are none', async () => {
    await server.sql('DELETE FROM prompts');
    page = await browser.open(`${server.url}/prompts`);
    await page.getByRole('heading', { name: 'Create your first prompt' }).waitFor();
    await page.getByText(`Client(base_url="${server.url}")`).waitFor();
    await page.getByText('Waiting for the first prompt…').waitFor();
    await push(server, 'first');
    await link('first').waitFor();
  });

  describe('one by one', () => {
    const open = async (rest = '') => {
      const id = encodeURIComponent(shown.desk);
      page = await browser.open(`${server.url}/prompts/${id}${rest}`);
      await page.getByRole('heading', { name: 'support-desk', level: 1 }).waitFor();
    };
    const versionPath = (at: number) => `/versions/${encodeURIComponent(shown.versions[at]!)}`;

    it('show the latest version and their details', async () => {
      await open();
      await page.getByText('Never promise a refund').waitFor();
      const messages = page.getByRole('region', { name: 'Messages' });
      expect(await messages.getByRole('listitem').count()).toBe(5);
      await page.getByText('look_up_order').first().waitFor();
      await page.getByText('9007199254740991').waitFor();
      await page.getByText('2 tools · tool calls optional').waitFor();
      await page.getByText('in the provider’s format').waitFor();
      const about = page.getByRole('complementary', { name: 'About this prompt' });
      await about.getByText('Answers what customers ask').waitFor();
      await about.getByText('Looks orders up').waitFor();
      expect(await page.title()).toBe('support-desk · Prompts · Spandrel');
    });

    it('get a new description', async () => {
      await open();
      await button('Edit').click();
      const form = dialog('Edit prompt');
      await form.getByLabel('Description').fill('Something else');
      await form.getByRole('textbox', { name: 'Metadata' }).fill('{"n": 12345678901234567890}');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByText('Something else').waitFor();
      const [row] = await server.sql<{ metadata: string }>(
        "SELECT metadata::text FROM prompts WHERE name = 'support-desk'",
      );
      expect(row).toEqual({ metadata: '{"n":12345678901234567890}' });
    });

    it('show versions side by side, and step through them with j and k', async () => {
      await open('/versions');
      await page.getByRole('heading', { name: 'Version 3' }).waitFor();
      // The keys step through the list, which may load later than the version.
      await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').nth(2).waitFor();
      await page.keyboard.press('j');
      await page.getByRole('heading', { name: 'Version 2' }).waitFor();
      await page.keyboard.press('j');
      await page.getByRole('heading', { name: 'Version 1' }).waitFor();
      await page.keyboard.press('k');
      await page.getByRole('heading', { name: 'Version 2' }).waitFor();
      await page.getByRole('combobox', { name: 'Compare with' }).selectOption('previous');
      await page.getByText('Changes in version 2 compared with version 1').waitFor();
      const added = page.getByRole('insertion').filter({ hasText: 'Never promise a refund' });
      await added.waitFor();
      await page.getByRole('region', { name: 'Tools' }).getByText('look_up_order').waitFor();
      expect(await page.getByRole('region', { name: 'Response format' }).count()).toBe(0);
      // The next version keeps the comparison, and the URL contains it.
      await page.keyboard.press('k');
      await page.getByText('Changes in version 3 compared with version 2').waitFor();
      await page.getByRole('deletion').filter({ hasText: 'mini' }).waitFor();
      await page.reload();
      await page.getByText('Changes in version 3 compared with version 2').waitFor();
      await page.getByRole('combobox', { name: 'Compare with' }).selectOption(shown.versions[0]!);
      await page.getByText('Changes in version 3 compared with version 1').waitFor();
    });

    it('have tags that are set, moved and deleted', async () => {
      const pointsTo = async (name: string) => {
        const response = await server.request.get(`/v1/prompts/support-desk/tags/${name}`);
        return response.status === 200
          ? shown.versions.indexOf(response.body.data.id as string)
          : -1;
      };
      await open(versionPath(0));
      await button('Tag').click();
      await page.getByRole('textbox', { name: 'Tag name' }).fill('No!');
      await button('Set tag').click();
      await page.getByText('Use lowercase letters, digits').waitFor();
      await page.getByRole('textbox', { name: 'Tag name' }).fill('legacy');
      await page.keyboard.press('Enter');
      await button('Delete tag legacy').waitFor();
      expect(await pointsTo('legacy')).toBe(0);
      await button('Tag').click();
      await page.getByRole('button', { name: 'production moves here' }).click();
      await button('Delete tag production').waitFor();
      expect(await pointsTo('production')).toBe(0);
      await button('Delete tag legacy').click();
      await dialog('Delete tag legacy').getByRole('button', { name: 'Delete tag' }).click();
      await button('Delete tag legacy').waitFor({ state: 'detached' });
      expect(await pointsTo('legacy')).toBe(-1);
      await link('Config').click();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'production' })
        .getByRole('link', { name: 'Version 1' })
        .waitFor();
      await button('Delete tag staging').click();
      await dialog('Delete tag staging').getByRole('button', { name: 'Delete tag' }).click();
      await eventually('the tag to go', async () => (await pointsTo('staging')) === -1);
    });

    it('show how programs fetch them: by tag, the latest version, or a fixed one', async () => {
      await open();
      await button('Use in code').click();
      const code = dialog('Use in code');
      await code.getByText('prompt_identifier="support-desk", tag="staging"').waitFor();
      const which = code.getByRole('combobox', { name: 'Version to fetch' });
      await which.selectOption({ label: 'The latest version' });
      await code.getByText('prompts.get(prompt_identifier="support-desk")').waitFor();
      await which.selectOption({ label: 'Always version 3' });
      await code.getByText(`prompt_version_id="${shown.versions[2]!}"`).waitFor();
      await code.getByRole('tab', { name: 'curl' }).click();
      await code.getByRole('button', { name: 'Copy curl code' }).click();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toBe(
        `curl '${server.url}/v1/prompt_versions/${encodeURIComponent(shown.versions[2]!)}'`,
      );
    });

    it('open from the links that programs print', async () => {
      page = await browser.open(`${server.url}/redirects/prompts/support-desk/tags/production`);
      await page.getByRole('heading', { name: 'Version 2' }).waitFor();
    });

    it('never run their content', async () => {
      await push(
        server,
        'hostile',
        saying('<img src=x onerror="alert(1)"> {{> x}} {{{ "a" & b }}}'),
      );
      page = await browser.open(`${server.url}/prompts`);
      await link('hostile').click();
      await page.getByText('<img src=x onerror="alert(1)">').waitFor();
      expect(await page.locator('main img, [onerror]').count()).toBe(0);
    });

    it('are reported if missing', async () => {
      page = await browser.open(`${server.url}/prompts/UHJvbXB0Ojk5OTk5OQ==`);
      await page.getByRole('heading', { name: 'Prompt not found' }).waitFor();
      await button('All prompts').click();
      await link('support-desk').waitFor();
      await page.goto(`${server.url}/prompts/${encodeURIComponent(shown.desk)}/versions/nonsense`);
      await page.getByText('Version not found').waitFor();
    });
  });
});
