import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, cutOff, keepWaiting, refuse } from '../../../testing/answers.js';
import { button, dialog, field, item, link, listTexts, row } from '../../../testing/elements.js';
import {
  aPromptFrame,
  aPromptLabel,
  aPromptRow,
  aVersion,
  listPrompts,
  PROMPT_ID,
  showPrompt,
} from '../../../testing/factories/prompts.js';
import { renderPage, type TestPage } from '../../../testing/render-page.js';
import {
  ChangePromptLabelsMutation,
  CreatePromptLabelMutation,
  PromptLabelsQuery,
} from '../api/labels.js';
import {
  ClonePromptMutation,
  DeletePromptMutation,
  PromptToEditQuery,
} from '../api/prompt-mutations.js';
import { PromptsListQuery } from '../api/prompts-list.js';

const toEdit = answer(PromptToEditQuery, {
  node: {
    __typename: 'Prompt',
    id: PROMPT_ID,
    name: 'support-desk',
    description: null,
    metadata: {},
    versionCount: 3,
    project: null,
  },
});

const choose = async ({ user }: TestPage, action: string) => {
  await user.click(button('Actions for support-desk'));
  await user.click(item(action));
};

describe('the list of prompts', () => {
  it('shows each with its model, versions, tags and labels', async () => {
    await renderPage('/prompts', listPrompts(aPromptRow()));
    row(/^support-desk customers Answers what customers ask\. gpt-5\.2 · OpenAI 3 production /);
    screen.getByText('1 prompt');
    expect(document.title).toBe('Prompts · Spandrel');
  });

  it('filters by name, and says if nothing matches', async () => {
    const page = await renderPage('/prompts', [
      ...listPrompts(aPromptRow()),
      answer(PromptsListQuery, ({ filter }) => ({
        prompts: aConnection(filter ? [] : [aPromptRow()]),
      })),
    ]);
    await page.fill(field('Filter prompts by name'), 'none');
    await screen.findByText('No prompt name contains “none”.');
    expect(page.address()).toBe('/prompts?q=none');
    expect(page.sent(PromptsListQuery).at(-1)?.filter).toEqual({ col: 'name', value: 'none' });
    await page.user.click(button('Clear filters'));
    link('support-desk');
  });

  it('filters by label', async () => {
    const page = await renderPage('/prompts', listPrompts(aPromptRow()));
    await page.user.click(button('Labels'));
    await page.user.click(screen.getByRole('checkbox', { name: 'customers' }));
    expect(page.sent(PromptsListQuery).at(-1)?.labelIds).toEqual([aPromptLabel().id]);
    expect(page.address()).toContain('labels=');
  });

  it('reads the filters from the URL', async () => {
    const page = await renderPage('/prompts?q=desk', listPrompts(aPromptRow()));
    expect(page.sent(PromptsListQuery)[0]?.filter).toEqual({ col: 'name', value: 'desk' });
    expect(field('Filter prompts by name')).toHaveProperty('value', 'desk');
    screen.getByText('1 match');
  });

  it('explains how to create the first prompt', async () => {
    await renderPage('/prompts', listPrompts());
    screen.getByRole('heading', { name: 'Create your first prompt' });
    screen.getByText(/Client\(base_url="http:\/\/localhost"/);
    screen.getByText('Waiting for the first prompt…');
    expect(link('New prompt').getAttribute('href')).toBe('/prompts/new');
  });

  it('shows the first prompt even if it arrived before the first poll', async () => {
    let answered = 0;
    await renderPage('/prompts', [
      ...listPrompts(aPromptRow()),
      answer(PromptsListQuery, () => {
        answered += 1;
        return { prompts: aConnection(answered === 1 ? [] : [aPromptRow()]) };
      }),
    ]);
    link('support-desk');
    expect(answered).toBe(2);
  });

  it('tells viewers that there are none', async () => {
    await renderPage('/prompts', listPrompts(), { as: 'VIEWER' });
    screen.getByRole('heading', { name: 'No prompts yet' });
    expect(screen.queryByRole('link', { name: 'New prompt' })).toBeNull();
  });

  it('offers viewers only what changes nothing', async () => {
    const page = await renderPage('/prompts', listPrompts(aPromptRow()), { as: 'VIEWER' });
    expect(screen.queryByRole('link', { name: 'New prompt' })).toBeNull();
    await page.user.click(button('Actions for support-desk'));
    expect(listTexts('menuitem')).toEqual(['Copy name', 'Copy ID']);
  });

  it('is empty while it loads, and can be loaded again after an error', async () => {
    const page = await renderPage('/prompts', [...listPrompts(), keepWaiting(PromptsListQuery)]);
    expect(screen.queryByRole('heading', { name: 'Create your first prompt' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    page.answer(cutOff(PromptsListQuery));
    await page.fill(field('Filter prompts by name'), 'desk');
    within(await screen.findByRole('alert')).getByText('The server cannot be reached');
    page.answer(...listPrompts(aPromptRow()));
    await page.user.click(button('Try again'));
    link('support-desk');
  });
});

describe('the labels of a prompt', () => {
  it('are created in the dialog, and saved together', async () => {
    const short = aPromptLabel({ id: 'UHJvbXB0TGFiZWw6Mg==', name: 'short' });
    const page = await renderPage('/prompts', [
      ...listPrompts(aPromptRow()),
      answer(CreatePromptLabelMutation, { createPromptLabel: { promptLabels: [short] } }),
      answer(ChangePromptLabelsMutation, {
        unsetPromptLabels: { query: { promptCount: 1 } },
        setPromptLabels: { query: { promptCount: 1 } },
      }),
    ]);
    await choose(page, 'Labels…');
    const form = dialog('Labels for support-desk');
    page.answer(answer(PromptLabelsQuery, { promptLabels: aConnection([aPromptLabel(), short]) }));
    await page.user.type(form.getByRole('textbox'), 'short{Enter}');
    expect(form.getByRole('checkbox', { name: 'short' })).toHaveProperty('checked', true);
    await page.user.click(form.getByRole('checkbox', { name: 'customers' }));
    await page.user.click(form.getByRole('button', { name: /^Save/ }));
    expect(page.sent(ChangePromptLabelsMutation)).toEqual([
      {
        added: { promptId: PROMPT_ID, promptLabelIds: [short.id] },
        removed: { promptId: PROMPT_ID, promptLabelIds: [aPromptLabel().id] },
      },
    ]);
    await screen.findByText('Labels for support-desk saved');
    expect(page.sent(PromptsListQuery).length).toBeGreaterThan(1);
  });
});

describe('deleting a prompt', () => {
  it('needs its name, and says what is lost', async () => {
    const page = await renderPage('/prompts', [
      ...listPrompts(aPromptRow()),
      toEdit,
      answer(DeletePromptMutation, { deletePrompt: { query: { promptCount: 0 } } }),
    ]);
    await choose(page, 'Delete…');
    const form = dialog('Delete support-desk');
    form.getByText('3 versions');
    expect(button('Delete prompt')).toHaveProperty('disabled', true);
    await page.fill(form.getByRole('textbox'), 'support-des');
    expect(button('Delete prompt')).toHaveProperty('disabled', true);
    await page.fill(form.getByRole('textbox'), 'support-desk');
    page.answer(...listPrompts());
    await page.user.click(button('Delete prompt'));
    expect(page.sent(DeletePromptMutation)).toEqual([{ input: { promptId: PROMPT_ID } }]);
    await screen.findByText('Prompt support-desk deleted');
    expect(screen.queryByRole('link', { name: 'support-desk' })).toBeNull();
  });

  it('says why the server refuses it', async () => {
    const page = await renderPage('/prompts', [
      ...listPrompts(aPromptRow()),
      toEdit,
      refuse(DeletePromptMutation, 'This prompt is in use.', 'CONFLICT'),
    ]);
    await choose(page, 'Delete…');
    await page.fill(dialog('Delete support-desk').getByRole('textbox'), 'support-desk');
    await page.user.click(button('Delete prompt'));
    within(screen.getByRole('alert')).getByText('This prompt is in use.');
    link('support-desk');
    expect(page.sent(DeletePromptMutation)).toHaveLength(1);
  });
});

describe('cloning a prompt', () => {
  it('reports names that are invalid or taken, then opens the clone', async () => {
    const page = await renderPage('/prompts', [
      ...listPrompts(aPromptRow()),
      refuse(ClonePromptMutation, 'Prompt "summarizer" already exists.', 'CONFLICT'),
    ]);
    await choose(page, 'Clone…');
    const form = dialog('Clone support-desk');
    const name = form.getByRole('textbox', { name: 'Name' });
    expect(name).toHaveProperty('value', 'support-desk-copy');
    await page.fill(name, 'No!');
    form.getByText('This is not a valid prompt name.');
    expect(button('Clone prompt')).toHaveProperty('disabled', true);
    await page.fill(name, 'summarizer');
    await page.user.click(button('Clone prompt'));
    form.getByText('Prompt "summarizer" already exists.');
    await page.fill(name, 'desk-2');
    await page.fill(form.getByRole('textbox', { name: 'Description' }), ' Second ');
    const sourcePrompt = { id: PROMPT_ID, name: 'support-desk' };
    page.answer(
      answer(ClonePromptMutation, { clonePrompt: { id: 'UHJvbXB0OjI=', name: 'desk-2' } }),
      ...showPrompt(
        aPromptFrame({ id: 'UHJvbXB0OjI=', name: 'desk-2', sourcePrompt }),
        aVersion(3),
      ),
    );
    await page.user.click(button('Clone prompt'));
    expect(page.sent(ClonePromptMutation).at(-1)).toEqual({
      input: { promptId: PROMPT_ID, name: 'desk-2', description: 'Second' },
    });
    expect(page.address()).toBe('/prompts/UHJvbXB0OjI%3D');
    screen.getByRole('heading', { name: 'desk-2', level: 1 });
    screen.getByText(/cloned from/);
  });
});
