import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { aCustomProvider } from '../../../testing/factories/model-providers.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  CreateCustomProviderMutation,
  type CustomProvider,
  PatchCustomProviderMutation,
  TestCredentialsMutation,
} from '../api/custom-providers.js';
import { ProviderDialog } from './provider-dialog.js';

const KEY = 'sk-canary-0123456789';
const ACCEPTED = 'The provider accepts these credentials.';
const MOVED = 'apiKey is required, because the address changes.';

const created = answer(CreateCustomProviderMutation, {
  createGenerativeModelCustomProvider: { provider: { id: 'provider-1' } },
});
const patched = answer(PatchCustomProviderMutation, {
  patchGenerativeModelCustomProvider: { provider: { id: 'provider-1' } },
});
const tested = (error: string | null) =>
  answer(TestCredentialsMutation, { testGenerativeModelCustomProviderCredentials: { error } });

const form = () => within(screen.getByRole('dialog'));
/** Finds a field by its label, which ends with an asterisk if the field is required. */
const input = (name: string) =>
  form().getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`), {
    selector: 'input, textarea, select',
  });

async function open(shown: CustomProvider | 'new', ...answers: Answer[]) {
  const calls: string[] = [];
  const page = await renderComponent(
    <ProviderDialog
      shown={shown}
      onClose={() => calls.push('closed')}
      onSaved={() => calls.push('saved')}
    />,
    answers,
  );
  const fill = async (values: Record<string, string>) => {
    for (const [name, text] of Object.entries(values)) await page.fill(input(name), text);
  };
  const click = (name: string) => page.user.click(form().getByRole('button', { name }));
  return { page, calls, fill, click };
}

/** Waits for a text while a request keeps the page from being at rest. */
const shown = (text: string) =>
  new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!screen.queryByText(text)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });

describe('the form for a new model provider', () => {
  it('sends what was typed, after a refusal beside the field', async () => {
    const refusal = 'clientConfig.openai.baseUrl: Input should be a URL';
    const { page, calls, fill, click } = await open(
      'new',
      refuse(CreateCustomProviderMutation, refusal),
    );
    expect(button('Create provider')).toHaveProperty('disabled', true);
    await fill({
      Name: ' gateway ',
      Provider: 'Acme',
      'Base URL': 'models.example.com',
      'API key': KEY,
      Models: 'large\n\nsmall',
    });
    await click('Add header');
    await page.user.keyboard('X-Team');
    await fill({ 'Value of X-Team': 'shop' });
    await click('Create provider');
    form().getByText('Input should be a URL.');
    expect(input('Base URL').getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);

    page.answer(created);
    await fill({ 'Base URL': 'https://models.example.com/v1' });
    await click('Create provider');
    await screen.findByText('Model provider gateway saved');
    expect(calls).toEqual(['saved', 'closed']);
    expect(page.sent(CreateCustomProviderMutation).at(-1)).toEqual({
      input: {
        name: 'gateway',
        description: '',
        provider: 'Acme',
        clientConfig: {
          openai: {
            apiKey: KEY,
            headers: [{ name: 'X-Team', value: 'shop' }],
            baseUrl: 'https://models.example.com/v1',
            apiType: 'CHAT_COMPLETIONS',
            organization: null,
            project: null,
          },
        },
        modelNames: ['large', 'small'],
      },
    });
  });

  it('shows a credential only on request', async () => {
    const { click } = await open('new');
    expect(input('API key').type).toBe('password');
    await click('Show API key');
    expect(input('API key').type).toBe('text');
  });

  it('tests the credentials as typed, and saves them even if they are refused', async () => {
    const asking = shown('Asking the provider…');
    const { page, calls, fill, click } = await open(
      'new',
      refuse(TestCredentialsMutation, 'apiKey is required.'),
      created,
    );
    await fill({ Name: 'gateway', Provider: 'Acme', 'Base URL': 'https://models.example.com' });
    await click('Test credentials');
    form().getByText('apiKey is required.');

    await fill({ 'API key': KEY });
    page.answer(
      answer(TestCredentialsMutation, async () => {
        await asking;
        return { testGenerativeModelCustomProviderCredentials: { error: null } };
      }),
    );
    await click('Test credentials');
    within(form().getByRole('status')).getByText(ACCEPTED);
    expect(page.sent(TestCredentialsMutation).at(-1)).toEqual({
      input: {
        config: {
          openai: expect.objectContaining({
            apiKey: KEY,
            baseUrl: 'https://models.example.com',
          }) as object,
        },
        id: null,
      },
    });

    await fill({ 'API key': 'another' });
    expect(screen.queryByText(ACCEPTED)).toBeNull();
    page.answer(tested('The provider answered 401: No such key.'));
    await click('Test credentials');
    within(form().getByRole('status')).getByText('The provider answered 401: No such key.');
    await click('Create provider');
    expect(calls).toEqual(['saved', 'closed']);
  });

  it('offers no test for Bedrock, which is not asked for its models', async () => {
    const { page } = await open('new');
    button('Test credentials');
    await page.user.selectOptions(input('SDK'), 'AWS Bedrock');
    input('Region');
    expect(screen.queryByRole('button', { name: 'Test credentials' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add header' })).toBeNull();
  });
});

describe('the form for a stored model provider', () => {
  it('keeps the key that is not typed again', async () => {
    const { page, calls, fill, click } = await open(aCustomProvider(), patched);
    expect(input('Name').value).toBe('gateway');
    expect(input('API key').value).toBe('');
    expect(button('Save provider')).toHaveProperty('disabled', true);
    form().getByText('Leave empty to keep the stored one.');
    expect(input('Value of X-Team').placeholder).toBe('Stored value');
    await fill({ Organization: 'org-1' });
    await click('Save provider');
    expect(calls).toEqual(['saved', 'closed']);
    expect(page.sent(PatchCustomProviderMutation)).toEqual([
      {
        input: {
          id: 'provider-1',
          name: 'gateway',
          description: '',
          provider: 'Acme',
          clientConfig: {
            openai: {
              apiKey: null,
              headers: [{ name: 'X-Team', value: null }],
              baseUrl: 'https://models.example.com/v1',
              apiType: 'CHAT_COMPLETIONS',
              organization: 'org-1',
              project: null,
            },
          },
          modelNames: ['large', 'small'],
        },
      },
    ]);
  });

  it('needs the key and headers again when the address changes', async () => {
    const { page, calls, fill, click } = await open(
      aCustomProvider(),
      refuse(TestCredentialsMutation, MOVED),
      patched,
    );
    await fill({ 'Base URL': 'https://other.example.com/v1' });
    form().getByText('Enter it again, because the address changes.');
    expect(input('Value of X-Team').placeholder).toBe('Value');
    await click('Test credentials');
    form().getByText(MOVED);
    await fill({ 'API key': 'another', 'Value of X-Team': 'shop' });
    await click('Save provider');
    expect(calls).toEqual(['saved', 'closed']);
    expect(page.sent(PatchCustomProviderMutation)[0]?.input.clientConfig).toMatchObject({
      openai: {
        apiKey: 'another',
        baseUrl: 'https://other.example.com/v1',
        headers: [{ name: 'X-Team', value: 'shop' }],
      },
    });
  });

  it('tests the stored key', async () => {
    const { page, click } = await open(aCustomProvider(), tested(null));
    await click('Test credentials');
    within(form().getByRole('status')).getByText(ACCEPTED);
    expect(page.sent(TestCredentialsMutation)).toEqual([
      {
        input: {
          config: { openai: expect.objectContaining({ apiKey: null }) as object },
          id: 'provider-1',
        },
      },
    ]);
  });

  it('changes to another SDK', async () => {
    const { page, calls, fill, click } = await open(aCustomProvider(), patched);
    await page.user.selectOptions(input('SDK'), 'AWS Bedrock');
    expect(input('Endpoint URL').value).toBe('');
    await fill({ Region: 'us-east-1', 'Access key ID': 'access-key', 'Secret access key': KEY });
    await click('Save provider');
    expect(calls).toEqual(['saved', 'closed']);
    expect(page.sent(PatchCustomProviderMutation)[0]?.input.clientConfig).toEqual({
      awsBedrock: {
        region: 'us-east-1',
        endpointUrl: null,
        accessKeyId: 'access-key',
        secretAccessKey: KEY,
        sessionToken: null,
      },
    });
    await page.user.selectOptions(input('SDK'), 'OpenAI and compatible');
    expect(input('Base URL').value).toBe('https://models.example.com/v1');
  });

  it('shows beside the name that it is taken', async () => {
    const taken = 'Model provider "gateway" already exists.';
    const { calls, fill, click } = await open(
      aCustomProvider({ name: 'other' }),
      refuse(PatchCustomProviderMutation, taken, 'CONFLICT'),
    );
    await fill({ Name: 'gateway' });
    await click('Save provider');
    form().getByText(taken);
    expect(input('Name').getAttribute('aria-invalid')).toBe('true');
    await click('Cancel');
    expect(calls).toEqual(['closed']);
  });

  it('asks for everything again if it cannot be read', async () => {
    const config = { __typename: 'UnparsableConfig', parseError: 'It is broken.' } as const;
    const { page, fill, click } = await open(aCustomProvider({ config }), patched);
    form().getByText('Spandrel encrypts it and never shows it again.');
    await fill({ 'API key': KEY });
    await click('Save provider');
    expect(page.sent(PatchCustomProviderMutation)[0]?.input.clientConfig).toMatchObject({
      openai: {
        apiKey: KEY,
        baseUrl: null,
        headers: [],
      },
    });
  });
});
