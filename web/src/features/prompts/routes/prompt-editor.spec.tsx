import { screen, within } from '@testing-library/react/pure';
import { ReadTemplateQuery } from '../../../components/prompt-editor/template-reading.js';
import {
  CreatePromptMutation,
  CreateVersionMutation,
} from '../../../components/prompt-editor/save-mutations.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, link, listTexts } from '../../../testing/elements.js';
import {
  aPromptFrame,
  aPromptRow,
  aTextMessage,
  aVersion,
  editPrompts,
  listPrompts,
  PROMPT_ID,
  showPrompt,
  versionId,
} from '../../../testing/factories/prompts.js';
import { renderPage, type TestPage } from '../../../testing/render-page.js';

const PATH = `/prompts/${encodeURIComponent(PROMPT_ID)}`;
const VERSIONS = [
  aVersion(3, {}, aTextMessage('system', 'Be kind.'), aTextMessage('user', 'Hi')),
  aVersion(1),
];

const openNew = (...names: string[]) => renderPage('/prompts/new', editPrompts(names));
const openNext = (rest = '') =>
  renderPage(`${PATH}/edit${rest}`, [
    ...showPrompt(aPromptFrame(), ...VERSIONS),
    ...editPrompts(),
    ...listPrompts(aPromptRow()),
  ]);
const textOf = (place: number) => field(`Text of message ${place}`) as HTMLTextAreaElement;
const model = () => screen.getByRole('combobox', { name: 'Model name' });
const texts = () =>
  screen
    .getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Text of message/ })
    .map(({ value }) => value)
    .join();
const expectAlert = (text: RegExp | string) =>
  expect(screen.getByText(text).closest('[role=alert]')).not.toBeNull();
const accept = (page: TestPage) =>
  page.answer(
    answer(CreatePromptMutation, {
      createChatPrompt: {
        id: PROMPT_ID,
        name: 'greeter',
        version: { id: versionId(3), sequenceNumber: 3 },
      },
    }),
    ...showPrompt(aPromptFrame({ name: 'greeter' }), ...VERSIONS),
  );

describe('the editor of a new prompt', () => {
  it('says what is missing or invalid, one after another, then sends everything', async () => {
    const page = await openNew('tone', 'who');
    expect(document.activeElement).toBe(field('Name'));
    await page.user.keyboard('My greeter!');
    await page.fill(textOf(1), 'Be {{tone}}.');
    expect(field('Name')).toHaveProperty('value', 'my-greeter');
    await page.fill(textOf(2), 'Hi {{ who }}.');
    await page.user.click(button('Create prompt'));
    expectAlert('Enter the name of the model.');
    await page.fill(model(), 'gpt-x');
    await page.fill(field('Parameters'), '{"temperature": 0.5');
    await page.user.click(button('Create prompt'));
    expectAlert(/^Parameters: Line 1/);
    await page.fill(field('Parameters'), '{"warm": 1}');
    await page.user.click(button('Create prompt'));
    screen.getByText('Parameters: OpenAI does not accept warm.');
    expect(page.sent(CreatePromptMutation)).toEqual([]);
    await page.fill(field('Parameters'), '{"temperature": 0.5, "seed": 7}');
    await page.fill(field('Note'), 'first');
    await page.fill(field('Tags'), 'production, staging');
    await page.fill(field('Version metadata'), '{"ticket": 1}');
    accept(page);
    await page.user.click(field('Parameters'));
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(page.sent(CreatePromptMutation)).toMatchObject([
      {
        input: {
          name: 'my-greeter',
          description: null,
          projectId: null,
          promptVersion: {
            description: 'first',
            metadata: { ticket: 1 },
            modelProvider: 'OPENAI',
            modelName: 'gpt-x',
            invocationParameters: { json: { temperature: 0.5, seed: 7 } },
            templateFormat: 'MUSTACHE',
            template: {
              messages: [
                { role: 'SYSTEM', content: [{ text: { text: 'Be {{tone}}.' } }] },
                { role: 'USER', content: [{ text: { text: 'Hi {{ who }}.' } }] },
              ],
            },
          },
          tags: [{ name: 'production' }, { name: 'staging' }],
        },
      },
    ]);
    expect(page.address()).toBe(PATH);
    await screen.findByText('Prompt my-greeter created');
  });

  it('keeps the input if the server refuses it', async () => {
    const page = await openNew();
    page.answer(refuse(CreatePromptMutation, 'Prompt "summarizer" already exists.', 'CONFLICT'));
    await page.user.keyboard('summarizer');
    await page.fill(textOf(1), 'x');
    await page.fill(model(), 'm');
    await page.user.click(button('Create prompt'));
    expectAlert('Prompt "summarizer" already exists.');
    expect(textOf(1).value).toBe('x');
    expect(field('Name')).toHaveProperty('value', 'summarizer');
  });

  it('adds, moves and removes messages with the keyboard alone', async () => {
    const { user } = await openNew();
    await user.type(textOf(1), 'one');
    await user.type(textOf(2), 'two');
    button('Add message').focus();
    await user.keyboard('{Enter}three');
    expect(choice('Role for message 3').value).toBe('AI');
    const up = '{Alt>}{ArrowUp}{/Alt}';
    await user.keyboard(up);
    expect(texts()).toBe('one,three,two');
    await user.keyboard(`${up}!`);
    expect(texts()).toBe('three!,one,two');
    await user.keyboard(`${up}{Alt>}{ArrowDown}{/Alt}`);
    expect(texts()).toBe('one,three!,two');
    expect(button('Move message 1 up')).toHaveProperty('disabled', true);
    expect(button('Move message 3 down')).toHaveProperty('disabled', true);
    button('Remove message 2').focus();
    await user.keyboard('{Enter}');
    expect(texts()).toBe('one,two');
    await user.keyboard('2');
    expect(texts()).toBe('one,two2');
  });

  it('writes tool calls and their results', async () => {
    const page = await openNew();
    const { user, fill } = page;
    await user.keyboard('tools');
    await user.selectOptions(choice('Role for message 1'), 'AI');
    await user.click(button('Add tool call'));
    await user.click(button('Remove text of message 1'));
    await fill(field('Tool to call'), 'look_up');
    await fill(field('Call ID'), 'c1');
    await fill(field('Arguments'), '{"a": 1}');
    await user.selectOptions(choice('Role for message 2'), 'TOOL');
    await user.click(button('Add result'));
    await user.click(button('Remove text of message 2'));
    await fill(screen.getAllByRole('textbox', { name: 'Call ID' })[1]!, 'c1');
    await fill(field('Result'), 'nonsense');
    await fill(model(), 'm');
    await fill(
      field('Tools'),
      '[{"type":"function","function":{"name":"look_up"}},{"name":"bash","type":"bash_20250124"}]',
    );
    await user.selectOptions(choice('Tool choice'), 'Only look_up');
    await user.selectOptions(choice('Parallel calls'), 'One at a time');
    await user.click(button('Create prompt'));
    expectAlert(/^Message 2: tool result:/);
    await fill(field('Result'), '{"found": true}');
    accept(page);
    await user.click(button('Create prompt'));
    const [sent] = page.sent(CreatePromptMutation);
    expect(sent?.input.promptVersion).toMatchObject({
      template: {
        messages: [
          {
            role: 'AI',
            content: [
              {
                toolCall: {
                  toolCallId: 'c1',
                  toolCall: { name: 'look_up', arguments: '{"a": 1}' },
                },
              },
            ],
          },
          {
            role: 'TOOL',
            content: [{ toolResult: { toolCallId: 'c1', result: { found: true } } }],
          },
        ],
      },
    });
  });

  it('shows what the server says about a message beside it', async () => {
    const page = await openNew();
    page.answer(
      answer(ReadTemplateQuery, ({ template, format }) => ({
        readChatTemplate:
          format === 'F_STRING' && JSON.stringify(template).includes('{user.x}')
            ? { names: [], problems: [{ index: 0, message: 'Only names are allowed.' }] }
            : { names: ['user'], problems: [] },
      })),
    );
    await page.user.click(screen.getByText('f-string'));
    await page.fill(textOf(1), '{user.x}');
    await within(screen.getByRole('group', { name: 'Message 1' })).findByText(
      'Only names are allowed.',
    );
    await page.fill(textOf(1), '{user} {{json}}');
    expect((await screen.findByText(/Variables:/)).parentElement?.textContent).toContain('user');
    expect(screen.queryByText('Only names are allowed.')).toBeNull();
    await page.user.click(screen.getByText('None'));
    screen.getByText('Messages are sent unchanged.');
  });

  it('offers the parameters of the provider, and fills in the required ones', async () => {
    const page = await openNew();
    await page.user.selectOptions(choice('Provider'), 'ANTHROPIC');
    screen.getByText(/max_tokens \(required\)/);
    expect(field('Parameters').textContent).toContain('"max_tokens": 1024');
  });

  it('is closed to viewers', async () => {
    await renderPage('/prompts/new', listPrompts(), { as: 'VIEWER' });
    screen.getByRole('heading', { name: 'Only members and administrators can edit prompts' });
    expect(listTexts('textbox')).toEqual([]);
  });
});

describe('the editor of the next version', () => {
  it('starts from the newest version, and sends what was changed', async () => {
    const page = await openNext();
    expect(texts()).toBe('Be kind.,Hi');
    await page.fill(textOf(1), 'Be brief.');
    await page.fill(field('Note'), 'quiet');
    page.answer(
      answer(CreateVersionMutation, {
        createChatPromptVersion: {
          id: PROMPT_ID,
          version: { id: versionId(4), sequenceNumber: 4 },
        },
      }),
    );
    await page.user.click(button('Save version'));
    const [sent] = page.sent(CreateVersionMutation);
    expect(sent?.input).toMatchObject({
      promptId: PROMPT_ID,
      promptVersion: {
        description: 'quiet',
        modelName: 'gpt-5.2',
        template: {
          messages: [
            { role: 'SYSTEM', content: [{ text: { text: 'Be brief.' } }] },
            { role: 'USER', content: [{ text: { text: 'Hi' } }] },
          ],
        },
      },
      tags: [],
    });
    await screen.findByText('Version 4 of support-desk saved');
    expect(page.address()).toBe(PATH);
  });

  it('starts from an earlier version if asked to', async () => {
    await openNext(`?from=${encodeURIComponent(versionId(1))}`);
    screen.getByRole('heading', { name: 'New version of support-desk, from version 1' });
    expect(texts()).toBe('Text 1.');
    expect(field('Tools').textContent).toBe('');
  });

  it('asks before it discards input, and only then', async () => {
    const page = await openNext();
    await page.user.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', {
        name: 'Prompts',
      }),
    );
    expect(page.address()).toBe('/prompts');
    await page.user.click(link('support-desk'));
    await page.user.click(link('New version'));
    await page.fill(textOf(1), 'changed');
    await page.user.click(button('Cancel'));
    await page.user.click(button('Keep editing'));
    expect(textOf(1).value).toBe('changed');
    await page.user.click(button('Cancel'));
    await page.user.click(button('Leave page'));
    expect(page.address()).toBe(PATH);
  });
});
