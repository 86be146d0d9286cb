import { screen, within } from '@testing-library/react/pure';
import {
  type BuiltInProvider,
  ProvidersQuery,
} from '../../../components/prompt-editor/provider-keys.js';
import { answer, refuse, stream } from '../../../testing/answers.js';
import { button, field, listTexts } from '../../../testing/elements.js';
import { anAnswerSpan, aProvider, sayInPieces } from '../../../testing/factories/playground.js';
import { editPrompts } from '../../../testing/factories/prompts.js';
import { renderComponent, type TestPage } from '../../../testing/render-page.js';
import { ChatCompletionSubscription, type ChatPayload } from '../api/chat-completion.js';
import { PlaygroundProjectQuery } from '../api/past-runs.js';
import { createBlankStart } from '../draft/playground-draft.js';
import { Playground } from './playground.js';

const KEYLESS = aProvider({ credentialsSet: false, missingCredentials: ['OPENAI_API_KEY'] });

const open = async (
  { provider = aProvider(), names = [] }: { provider?: BuiltInProvider; names?: string[] } = {},
  as: 'MEMBER' | 'VIEWER' = 'MEMBER',
) => {
  const start = createBlankStart('OPENAI');
  const chat = { ...start.chat, modelName: 'small' };
  return renderComponent(
    <Playground source="blank" start={{ ...start, chat }} />,
    [...editPrompts(names), answer(ProvidersQuery, { modelProviders: [provider] })],
    { as },
  );
};
const answering = (...payloads: ChatPayload[]) =>
  stream(ChatCompletionSubscription, () => payloads.map((chatCompletion) => ({ chatCompletion })));
const panel = () => within(screen.getByRole('region', { name: 'Answer A' }));
const openModel = (page: TestPage) =>
  page.user.click(screen.getByRole('button', { name: /^Model/ }));
const inputs = (page: TestPage) => page.sent(ChatCompletionSubscription).map(({ input }) => input);

describe('the playground', () => {
  it('says what is wrong before it asks the server', async () => {
    const page = await open();
    await page.user.click(button('Run'));
    within(screen.getByRole('alert')).getByText('Write a message.');
    await page.fill(field('Text of message 2'), 'Hi');
    await openModel(page);
    await page.fill(field('Parameters'), '{"thinking": true}');
    await page.user.click(button('Run'));
    screen.getByText('Parameters: OpenAI does not accept thinking.');
    expect(inputs(page)).toEqual([]);
    page.answer(answering(...sayInPieces(1, 'Good ', 'evening')));
    await page.fill(field('Parameters'), '{"temperature": 0}');
    await page.user.click(button('Run'));
    await panel().findByText('Good evening');
    panel().getByText('7');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(inputs(page)).toMatchObject([
      {
        repetitions: 1,
        streamModelOutput: true,
        credentials: [],
        promptVersion: {
          modelName: 'small',
          template: { messages: [{ role: 'USER', content: [{ text: { text: 'Hi' } }] }] },
        },
      },
    ]);
  });

  it('shows what the model thinks before its answer', async () => {
    const page = await open();
    const thought = { __typename: 'ReasoningChunk', repetitionNumber: 1, content: 'Let me think.' };
    page.answer(answering(thought as ChatPayload, ...sayInPieces(1, 'Good evening')));
    await page.fill(field('Text of message 2'), 'Hi');
    await page.user.click(button('Run'));
    await panel().findByText('Good evening');
    within(panel().getByRole('group', { name: 'Reasoning' })).getByText('Let me think.');
  });

  it('sends the values of the variables', async () => {
    const page = await open({ names: ['tone'] });
    page.answer(answering(...sayInPieces(1, 'Hello')));
    await page.fill(field('Text of message 2'), 'Be {{tone}}, please.');
    await page.fill(await screen.findByRole('textbox', { name: 'Value of tone' }), 'polite');
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    await panel().findByText('Hello');
    expect(inputs(page)).toMatchObject([
      { template: { variables: { tone: 'polite' }, format: 'MUSTACHE' } },
    ]);
  });

  it('shows each repetition, and the words of the provider if one fails', async () => {
    const page = await open();
    page.answer(
      answering(
        {
          __typename: 'ChatCompletionSubscriptionError',
          repetitionNumber: 1,
          message: 'The provider answered 429: Slow down, please.',
          span: { ...anAnswerSpan(), tokenCountTotal: null },
        },
        ...sayInPieces(2, 'Good evening'),
      ),
    );
    await page.fill(field('Text of message 2'), 'Hi');
    await page.fill(field('Repetitions'), '2');
    await page.user.click(button('Run'));
    within(await panel().findByRole('alert')).getByText(
      'The provider answered 429: Slow down, please.',
    );
    expect(panel().queryByText('tokens')).toBeNull();
    expect(listTexts('option')).toEqual(expect.arrayContaining(['1 of 2 (failed)', '2 of 2']));
    await page.user.click(button('Next repetition'));
    await panel().findByText('Good evening');
    expect(button('Next repetition')).toHaveProperty('disabled', true);
    expect(inputs(page)[0]?.repetitions).toBe(2);
  });

  it('says why the server refuses to run a prompt', async () => {
    const page = await open();
    page.answer(refuse(ChatCompletionSubscription, 'The session has ended.', 'FORBIDDEN'));
    await page.fill(field('Text of message 2'), 'Hi');
    await page.user.click(button('Run'));
    within(await panel().findByRole('alert')).getByText('The session has ended.');
  });

  it('asks for a key while no provider has one, and sends the key that the user enters', async () => {
    const page = await open({ provider: KEYLESS });
    screen.getByText(/^This server has no key for a model provider yet\./);
    await openModel(page);
    screen.getByText('OPENAI_API_KEY is not set on this server.');
    await page.user.click(button('Use your own key…'));
    const key = () => screen.getByLabelText('OPENAI_API_KEY');
    expect(key()).toHaveProperty('type', 'password');
    await page.fill(key(), ' sk-own ');
    await page.user.click(button('Use key'));
    screen.getByText('Uses the key that you entered.');
    expect(screen.queryByText(/^This server has no key/)).toBeNull();
    page.answer(answering(...sayInPieces(1, 'Hello')));
    await page.fill(field('Text of message 2'), 'Hi');
    await page.user.click(button('Run'));
    await panel().findByText('Hello');
    expect(inputs(page)[0]?.credentials).toEqual([
      { envVarName: 'OPENAI_API_KEY', value: 'sk-own' },
    ]);
    await page.user.click(button('Change key…'));
    await page.fill(key(), '');
    await page.user.click(button('Use key'));
    screen.getByText('OPENAI_API_KEY is not set on this server.');
  });

  it('can be read by viewers, who can neither run nor save', async () => {
    await open({}, 'VIEWER');
    screen.getByText(/^Only members and administrators can run and save prompts\./);
    expect(button('Run')).toHaveProperty('disabled', true);
    expect(button('Run on a dataset…')).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Save A' })).toBeNull();
  });

  it('opens the runs of the user', async () => {
    const page = await open();
    page.answer(answer(PlaygroundProjectQuery, { projects: { edges: [] } }));
    await page.user.click(button('Your runs'));
    screen.getByText('You have not run anything yet');
    await page.user.keyboard('{Escape}');
    expect(screen.queryByText('You have not run anything yet')).toBeNull();
  });
});
