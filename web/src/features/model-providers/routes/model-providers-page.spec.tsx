import { screen, within } from '@testing-library/react/pure';
import { SetSecretsMutation } from '../../../components/secrets/set-secrets.js';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import {
  aCustomProvider,
  builtInListed,
  customListed,
} from '../../../testing/factories/model-providers.js';
import { renderPage } from '../../../testing/render-page.js';
import { type BuiltInProvider, BuiltInProvidersQuery } from '../api/built-in-providers.js';
import {
  CreateCustomProviderMutation,
  CustomProvidersQuery,
  DeleteCustomProviderMutation,
} from '../api/custom-providers.js';

const OPENAI: BuiltInProvider = {
  key: 'OPENAI',
  name: 'OpenAI',
  missingCredentials: ['OPENAI_API_KEY'],
};
const ANTHROPIC: BuiltInProvider = { key: 'ANTHROPIC', name: 'Anthropic', missingCredentials: [] };
const AZURE_NEEDS = ['AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT'];
const azure = (...missingCredentials: string[]): BuiltInProvider => ({
  key: 'AZURE_OPENAI',
  name: 'Azure OpenAI',
  missingCredentials,
});
const SAVED = answer(SetSecretsMutation, {
  upsertOrDeleteSecrets: { upsertedSecrets: [{ id: 'secret-1' }], deletedIds: [] },
});

const open = (answers: Answer[], as: 'ADMIN' | 'MEMBER' | 'VIEWER' = 'ADMIN') =>
  renderPage('/settings/model-providers', answers, { as });
const list = (name: string) => within(screen.getByRole('list', { name }));
const itemOf = (name: string, text: string) =>
  within(list(name).getByText(text, { exact: true }).closest('li')!);
const buttons = () => within(screen.getByRole('main')).queryAllByRole('button');

describe('the built-in model providers', () => {
  it('are listed with those first that are ready', async () => {
    await open([builtInListed(OPENAI, ANTHROPIC, azure(...AZURE_NEEDS)), customListed()]);
    const names = list('Built-in providers').getAllByRole('listitem');
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'AnthropicReady',
      expect.stringMatching(/^OpenAINeedsOPENAI_API_KEY/),
      expect.stringMatching(/^Azure OpenAINeedsAZURE_OPENAI_API_KEY.*andAZURE_OPENAI_ENDPOINT/),
    ]);
    screen.getByText('1 of 3 ready');
  });

  it('get what they need as secrets, one after the other', async () => {
    const page = await open([
      builtInListed(ANTHROPIC, azure(...AZURE_NEEDS)),
      customListed(),
      SAVED,
    ]);
    for (const [place, variable] of AZURE_NEEDS.entries()) {
      const provider = () => itemOf('Built-in providers', 'Azure OpenAI');
      provider().getByRole('button', { name: `Copy ${variable}` });
      await page.user.click(provider().getByRole('button', { name: `Set ${variable}` }));
      const dialog = within(screen.getByRole('dialog', { name: `Set ${variable}` }));
      expect(dialog.queryByRole('textbox', { name: 'Name' })).toBeNull();
      await page.fill(dialog.getByRole('textbox', { name: 'Value' }), `value ${place}`);
      page.answer(builtInListed(ANTHROPIC, azure(...AZURE_NEEDS.slice(place + 1))));
      await page.user.click(dialog.getByRole('button', { name: 'Add secret' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(provider().queryByText(variable)).toBeNull();
    }
    itemOf('Built-in providers', 'Azure OpenAI').getByText('Ready');
    screen.getByText('2 of 2 ready');
    expect(page.sent(SetSecretsMutation)).toEqual(
      AZURE_NEEDS.map((key, place) => ({ input: { secrets: [{ key, value: `value ${place}` }] } })),
    );
  });

  it('are read again after an error', async () => {
    const page = await open([refuse(BuiltInProvidersQuery, 'That failed.'), customListed()]);
    within(screen.getByRole('alert')).getByText('That failed.');
    page.answer(builtInListed(ANTHROPIC));
    await page.user.click(button('Try again'));
    itemOf('Built-in providers', 'Anthropic').getByText('Ready');
  });
});

describe('the custom model providers', () => {
  it('are created, and then shown', async () => {
    const page = await open([
      builtInListed(ANTHROPIC),
      customListed(),
      answer(CreateCustomProviderMutation, {
        createGenerativeModelCustomProvider: { provider: { id: 'provider-1' } },
      }),
    ]);
    screen.getByText('No custom providers yet');
    await page.user.click(button('New provider'));
    const form = within(screen.getByRole('dialog', { name: 'New model provider' }));
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'gateway');
    await page.fill(form.getByRole('textbox', { name: 'Provider' }), 'Acme');
    await page.fill(form.getByLabelText(/^API key/, { selector: 'input' }), 'sk-canary');
    page.answer(customListed(aCustomProvider()));
    await page.user.click(form.getByRole('button', { name: 'Create provider' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const provider = itemOf('Custom providers', 'gateway');
    for (const text of [
      'OpenAI and compatible',
      'Acme',
      'https://models.example.com/v1',
      'large, small',
      /by ada$/,
    ]) {
      provider.getByText(text);
    }
    expect(document.body.innerHTML).not.toContain('sk-canary');
    expect(page.sent(CustomProvidersQuery)[0]).toMatchObject({ withConfig: true });
  });

  it('are deleted after a warning', async () => {
    const page = await open([
      builtInListed(ANTHROPIC),
      customListed(aCustomProvider()),
      answer(DeleteCustomProviderMutation, {
        deleteGenerativeModelCustomProvider: { id: 'provider-1' },
      }),
    ]);
    await page.user.click(button('Delete gateway'));
    const question = within(screen.getByRole('dialog', { name: 'Delete gateway' }));
    question.getByText(/^Programs that use this provider will fail/);
    expect(page.sent(DeleteCustomProviderMutation)).toEqual([]);
    page.answer(customListed());
    await page.user.click(question.getByRole('button', { name: 'Delete provider' }));
    screen.getByText('No custom providers yet');
    expect(page.sent(DeleteCustomProviderMutation)).toEqual([{ input: { id: 'provider-1' } }]);
  });

  it('say if they cannot be read, where they are edited, too', async () => {
    const parseError = 'It was encrypted with another secret.';
    const config = { __typename: 'UnparsableConfig', parseError } as const;
    const page = await open([builtInListed(ANTHROPIC), customListed(aCustomProvider({ config }))]);
    itemOf('Custom providers', 'gateway').getByText('unreadable');
    await page.user.click(button('Edit gateway'));
    screen.getByText(`The stored credentials cannot be read. ${parseError} Enter them again.`);
  });

  it.each(['MEMBER', 'VIEWER'] as const)('are shown to a %s without changes', async (as) => {
    await open(
      [
        builtInListed(OPENAI),
        // The server leaves out what administrators see.
        answer(CustomProvidersQuery, ({ withConfig }) => {
          const { config, ...rest } = aCustomProvider();
          const node = withConfig ? { ...rest, config: config! } : rest;
          return {
            generativeModelCustomProviders: {
              edges: [{ node }],
              pageInfo: { hasNextPage: false, endCursor: null },
            },
          };
        }),
      ],
      as,
    );
    screen.getByText(/^An administrator can store/);
    itemOf('Built-in providers', 'OpenAI').getByText('OPENAI_API_KEY');
    itemOf('Custom providers', 'gateway').getByText('large, small');
    expect(screen.queryByText('https://models.example.com/v1')).toBeNull();
    expect(buttons()).toEqual([]);
  });

  it('are explained to members while there are none', async () => {
    await open([builtInListed(OPENAI), customListed()], 'MEMBER');
    screen.getByText(/^An administrator can add a gateway/);
    expect(buttons()).toEqual([]);
  });
});
