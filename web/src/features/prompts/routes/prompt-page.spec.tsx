import { screen, within } from '@testing-library/react/pure';
import { ProjectOptionsQuery } from '../../../components/projects/project-options.js';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, choice, dialog, field, link, listTexts } from '../../../testing/elements.js';
import {
  aPromptFrame,
  aPromptRow,
  aPromptTag,
  aTextMessage,
  aVersion,
  listPrompts,
  PROMPT_ID,
  showPrompt,
  versionId,
} from '../../../testing/factories/prompts.js';
import { renderPage, type TestPage } from '../../../testing/render-page.js';
import { PromptFrameQuery } from '../api/prompt-frame.js';
import {
  DeleteTagMutation,
  PatchPromptMutation,
  PromptToEditQuery,
  SetTagMutation,
} from '../api/prompt-mutations.js';

const PATH = `/prompts/${encodeURIComponent(PROMPT_ID)}`;
const pathOf = (version: number) => `${PATH}/versions/${encodeURIComponent(versionId(version))}`;
/** The texts of controls that change something. */
const CHANGES = /^(new\b|edit|change|clone|delete|tag$|remove|move)/i;
const VERSIONS = [aVersion(3), aVersion(2), aVersion(1)];
const PRODUCTION = aPromptTag('production', 2);
const STAGING = aPromptTag('staging', 3);

const open = (rest = '', versionTags = [PRODUCTION, STAGING], as: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderPage(`${PATH}${rest}`, showPrompt(aPromptFrame({ versionTags }), ...VERSIONS), { as });
const heading = (name: string) => screen.getByRole('heading', { name });
const region = (name: string) => within(screen.getByRole('region', { name }));

/** Answers that change a tag, and the tags that the prompt has afterwards. */
const changeTags = (page: TestPage, ...versionTags: (typeof PRODUCTION)[]) =>
  page.answer(
    answer(SetTagMutation, {
      setPromptVersionTag: { promptVersionTag: { id: 'x', promptVersionId: versionId(1) } },
    }),
    answer(DeleteTagMutation, { deletePromptVersionTag: { promptVersionTag: { id: 'x' } } }),
    answer(PromptFrameQuery, { node: aPromptFrame({ versionTags }) }),
  );

describe('the page of a prompt', () => {
  it('shows the latest version with all kinds of content, and facts about the prompt', async () => {
    const called = { toolCallId: 'c1', toolCall: { name: 'look_up_order', arguments: '{"n":1}' } };
    const found = { toolCallId: 'c1', result: { status: 'on its way' } };
    const version = aVersion(
      3,
      {
        description: 'Promises nothing',
        tools: {
          json: {
            type: 'tools',
            tools: [
              { type: 'function', function: { name: 'look_up_order' } },
              { type: 'raw', raw: { type: 'web_search' } },
            ],
            tool_choice: { type: 'zero_or_more' },
          },
        },
        invocationParameters: {
          __typename: 'PromptOpenAIInvocationParameters',
          json: { seed: 42 },
        },
      },
      aTextMessage('system', 'Never promise a refund to {{who}}'),
      {
        role: 'AI',
        roleName: 'ai',
        content: [{ __typename: 'ToolCallContentPart', toolCall: called }],
      },
      {
        role: 'TOOL',
        roleName: 'tool',
        content: [{ __typename: 'ToolResultContentPart', toolResult: found }],
      },
    );
    await renderPage(PATH, showPrompt(aPromptFrame(), version));
    const messages = region('Messages');
    expect(messages.getAllByRole('listitem')).toHaveLength(3);
    messages.getByText(/Never promise a refund/);
    messages.getByText(/look_up_order/);
    messages.getByText(/on its way/);
    screen.getByText('2 tools · tool calls optional');
    screen.getByText('in the provider’s format');
    screen.getByText('42');
    const about = within(screen.getByRole('complementary', { name: 'About this prompt' }));
    about.getByText('Answers what customers ask.');
    about.getByText('Promises nothing');
    expect(document.title).toBe('support-desk · Prompts · Spandrel');
  });

  it('shows content as text', async () => {
    const hostile = '<img src=x onerror="alert(1)"> {{> x}} {{{ "a" & b }}}';
    await renderPage(
      PATH,
      showPrompt(aPromptFrame(), aVersion(3, {}, aTextMessage('user', hostile))),
    );
    expect(region('Messages').getByRole('listitem').textContent).toContain(hostile);
    expect(document.querySelector('main img, [onerror]')).toBeNull();
  });

  it('changes the description and metadata', async () => {
    const page = await open();
    const { id, name, description, metadata, versionCount } = aPromptFrame();
    page.answer(
      answer(ProjectOptionsQuery, { projects: { edges: [] } }),
      answer(PromptToEditQuery, {
        node: {
          __typename: 'Prompt',
          id,
          name,
          description,
          metadata,
          versionCount,
          project: null,
        },
      }),
      refuse(PatchPromptMutation, 'description is too long.'),
    );
    await page.user.click(button('Edit'));
    const form = dialog('Edit prompt');
    await page.fill(form.getByRole('textbox', { name: 'Description' }), 'Something else');
    await page.fill(form.getByRole('textbox', { name: 'Metadata' }), '{"n": 1');
    await page.user.click(form.getByRole('button', { name: /^Save/ }));
    form.getByText(/Line 1/);
    expect(page.sent(PatchPromptMutation)).toEqual([]);
    await page.fill(form.getByRole('textbox', { name: 'Metadata' }), '{"n": 1}');
    await page.user.click(form.getByRole('button', { name: /^Save/ }));
    form.getByText('description is too long.');
    page.answer(
      answer(PatchPromptMutation, { patchPrompt: { id, description, metadata: { n: 1 } } }),
      answer(PromptFrameQuery, { node: aPromptFrame({ description: 'Something else' }) }),
    );
    await page.user.click(form.getByRole('button', { name: /^Save/ }));
    expect(page.sent(PatchPromptMutation).at(-1)).toEqual({
      input: {
        promptId: PROMPT_ID,
        description: 'Something else',
        metadata: { n: 1 },
        projectId: null,
      },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByText('Something else');
  });

  it('reports that the prompt is missing', async () => {
    const page = await renderPage(PATH, [
      ...listPrompts(aPromptRow()),
      refuse(PromptFrameQuery, 'Prompt not found.', 'NOT_FOUND'),
    ]);
    heading('Prompt not found');
    await page.user.click(button('All prompts'));
    link('support-desk');
    expect(page.address()).toBe('/prompts');
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await renderPage(PATH, [cutOff(PromptFrameQuery)]);
    screen.getByText('The server cannot be reached');
    page.answer(...showPrompt(aPromptFrame(), ...VERSIONS));
    await page.user.click(button('Try again'));
    screen.getByText('Text 3.');
    expect(page.sent(PromptFrameQuery).length).toBeGreaterThan(1);
  });

  it.each(['', '/versions', '/config'])(
    'offers viewers nothing that changes it%s',
    async (rest) => {
      const page = await open(rest, [STAGING], 'VIEWER');
      screen.getAllByText('staging');
      const offered = [...listTexts('button'), ...listTexts('link')].map(
        (text) => text?.trim() ?? '',
      );
      expect(offered.filter((text) => CHANGES.test(text))).toEqual([]);
      expect(screen.queryByRole('button', { name: 'Delete tag staging' })).toBeNull();
      await page.user.click(button('Actions for support-desk'));
      expect(listTexts('menuitem')).toEqual(['Copy name', 'Copy ID']);
    },
  );
});

describe('the versions of a prompt', () => {
  it('are stepped through with j and k', async () => {
    const page = await open('/versions');
    heading('Version 3');
    expect(
      within(screen.getByRole('navigation', { name: 'Versions' })).getAllByRole('link'),
    ).toHaveLength(3);
    await page.user.keyboard('j');
    heading('Version 2');
    expect(page.address()).toBe(pathOf(2));
    await page.user.keyboard('jj');
    heading('Version 1');
    expect(button('Older version')).toHaveProperty('disabled', true);
    await page.user.keyboard('k');
    heading('Version 2');
  });

  it('are compared with the previous one, also the next, or with any', async () => {
    const page = await open(pathOf(2).slice(PATH.length));
    await page.user.selectOptions(choice('Compare with'), 'previous');
    await page.user.click(screen.getByText('Changes in version 2 compared with version 1'));
    expect(screen.getByRole('insertion').textContent).toBe('2');
    expect(screen.getByRole('deletion').textContent).toBe('1');
    expect(screen.queryByRole('region', { name: 'Response format' })).toBeNull();
    await page.user.keyboard('k');
    screen.getByText('Changes in version 3 compared with version 2');
    expect(page.address()).toBe(`${pathOf(3)}?compare=previous`);
    await page.user.selectOptions(choice('Compare with'), versionId(1));
    screen.getByText('Changes in version 3 compared with version 1');
  });

  it('are reported if missing', async () => {
    await open('/versions/nonsense');
    screen.getByText('Version not found');
    expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull();
  });
});

describe('the tags of a prompt', () => {
  it('are set under a valid name', async () => {
    const page = await open(pathOf(1).slice(PATH.length));
    await page.user.click(button('Tag'));
    expect(button('Set tag')).toHaveProperty('disabled', true);
    await page.user.type(field('Tag name'), 'No!');
    await page.user.click(button('Set tag'));
    screen.getByText(/Use lowercase letters, digits/);
    expect(page.sent(SetTagMutation)).toEqual([]);
    await page.fill(field('Tag name'), 'legacy');
    page.answer(refuse(SetTagMutation, 'Too many tags.'));
    await page.user.click(button('Set tag'));
    screen.getByText('Too many tags.');
    changeTags(page, PRODUCTION, STAGING, aPromptTag('legacy', 1));
    await page.user.type(field('Tag name'), '{Enter}');
    expect(page.sent(SetTagMutation).at(-1)).toEqual({
      input: { promptVersionId: versionId(1), name: 'legacy', description: null },
    });
    button('Delete tag legacy');
  });

  it('are moved with their description', async () => {
    const page = await open(pathOf(1).slice(PATH.length));
    await page.user.click(button('Tag'));
    changeTags(page, aPromptTag('production', 1), STAGING);
    await page.user.click(screen.getByRole('button', { name: /^production ?moves here/ }));
    expect(page.sent(SetTagMutation)).toEqual([
      {
        input: {
          promptVersionId: versionId(1),
          name: 'production',
          description: 'About production',
        },
      },
    ]);
    button('Delete tag production');
    expect(screen.queryByRole('textbox', { name: 'Tag name' })).toBeNull();
  });

  it('are deleted after a question', async () => {
    const page = await open(pathOf(2).slice(PATH.length));
    await page.user.click(button('Delete tag production'));
    changeTags(page, STAGING);
    await page.user.click(
      dialog('Delete tag production').getByRole('button', { name: 'Delete tag' }),
    );
    expect(page.sent(DeleteTagMutation)).toEqual([
      { input: { promptVersionTagId: PRODUCTION.id } },
    ]);
    await screen.findByText('Tag production deleted');
    expect(screen.queryByRole('button', { name: 'Delete tag production' })).toBeNull();
  });

  it('are listed on the config page with their versions, and deleted there', async () => {
    const page = await open('/config');
    const tag = screen.getByRole('listitem', {
      name: (_name, element) => (element.textContent ?? '').startsWith('production'),
    });
    expect(within(tag).getByRole('link', { name: 'Version 2' }).getAttribute('href')).toBe(
      pathOf(2),
    );
    within(tag).getByText('About production · set by ada');
    await page.user.click(button('Delete tag staging'));
    changeTags(page, PRODUCTION);
    await page.user.click(dialog('Delete tag staging').getByRole('button', { name: 'Delete tag' }));
    expect(page.sent(DeleteTagMutation)).toEqual([{ input: { promptVersionTagId: STAGING.id } }]);
    expect(screen.queryByText('staging')).toBeNull();
  });
});
