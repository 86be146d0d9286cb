import type { CustomProvider } from './api/custom-providers.js';
import {
  createDraft,
  findCredentialNeed,
  findRefusedField,
  isStoredHeader,
  toProviderInput,
} from './provider-draft.js';

const GATEWAY: CustomProvider = {
  id: 'x',
  name: 'gateway',
  description: null,
  provider: 'Acme',
  sdk: 'OPENAI',
  modelNames: ['large', 'small'],
  updatedAt: '2026-01-01T00:00:00Z',
  user: null,
  config: {
    __typename: 'OpenAICustomProviderConfig',
    baseUrl: 'https://a.example/v1',
    apiType: 'RESPONSES',
    organization: 'org',
    project: null,
    headers: [{ name: 'X-Team' }],
  },
};

describe('a draft of a provider', () => {
  it('becomes the same provider, without credentials', () => {
    expect(toProviderInput(createDraft(GATEWAY))).toEqual({
      name: 'gateway',
      description: '',
      provider: 'Acme',
      modelNames: ['large', 'small'],
      clientConfig: {
        openai: {
          apiKey: null,
          baseUrl: 'https://a.example/v1',
          apiType: 'RESPONSES',
          organization: 'org',
          project: null,
          headers: [{ name: 'X-Team', value: null }],
        },
      },
    });
  });

  it('is sent with the fields of its SDK only', () => {
    const draft = { ...createDraft(undefined), name: ' a ', address: ' https://a.example ' };
    const configOf = (sdk: CustomProvider['sdk']) =>
      toProviderInput({ ...draft, sdk, apiKey: ' key ', region: 'r' }).clientConfig;
    const keyed = { apiKey: 'key', headers: [] };
    const address = 'https://a.example';
    expect(configOf('ANTHROPIC')).toEqual({ anthropic: { ...keyed, baseUrl: address } });
    expect(configOf('GOOGLE_GENAI')).toEqual({ googleGenai: { ...keyed, baseUrl: address } });
    expect(configOf('AZURE_OPENAI')).toEqual({
      azureOpenai: { ...keyed, endpoint: address, apiType: 'CHAT_COMPLETIONS' },
    });
    expect(configOf('AWS_BEDROCK')).toEqual({
      awsBedrock: {
        region: 'r',
        endpointUrl: address,
        accessKeyId: null,
        secretAccessKey: null,
        sessionToken: null,
      },
    });
  });

  it('leaves out blank lines between models', () => {
    const draft = { ...createDraft(undefined), modelNames: ' large \n\n small\r\n' };
    expect(toProviderInput(draft).modelNames).toEqual(['large', 'small']);
  });
});

describe('findCredentialNeed', () => {
  const draft = createDraft(GATEWAY);

  it('keeps credentials at the same address only', () => {
    expect(findCredentialNeed(draft, GATEWAY)).toBe('kept');
    expect(findCredentialNeed({ ...draft, address: 'https://a.example/v1/ ' }, GATEWAY)).toBe(
      'kept',
    );
    expect(findCredentialNeed({ ...draft, address: 'https://b.example/v1' }, GATEWAY)).toBe(
      'moved',
    );
  });

  it('asks for credentials of a new provider, another SDK and an unreadable config', () => {
    expect(findCredentialNeed(draft, undefined)).toBe('new');
    expect(findCredentialNeed({ ...draft, sdk: 'ANTHROPIC' }, GATEWAY)).toBe('new');
    const config = { __typename: 'UnparsableConfig', parseError: 'Broken.' } as const;
    expect(findCredentialNeed(draft, { ...GATEWAY, config })).toBe('new');
  });

  it('knows which headers are stored', () => {
    expect(isStoredHeader(' x-team', GATEWAY)).toBe(true);
    expect(isStoredHeader('X-Other', GATEWAY)).toBe(false);
    expect(isStoredHeader('X-Team', undefined)).toBe(false);
  });
});

describe('findRefusedField', () => {
  it.each([
    ['clientConfig.openai.baseUrl: Input should be a URL', 'address', 'Input should be a URL.'],
    ['clientConfig.azureOpenai.endpoint: Field required', 'address', 'Field required.'],
    ['clientConfig.openai.headers.0.name: Bad name: x', 'headers', 'Bad name: x.'],
    ['apiKey is required, because the address changes.', 'apiKey', undefined],
    ['The value of the header "apiKey" is required.', 'headers', undefined],
    ['Model provider "a: b" already exists.', 'name', undefined],
    ['modelNames.1: Input should not be blank', 'modelNames', 'Input should not be blank.'],
    ['provider: Too long; name: Too short: x', 'provider', 'Too long.'],
    ['Model provider "apiKey is required" already exists.', 'name', undefined],
  ])('finds the field of "%s"', (message, field, text = message) => {
    expect(findRefusedField(message)).toEqual({ field, text });
  });

  it('leaves other errors to the whole form', () => {
    expect(findRefusedField('Secrets cannot be stored safely. Set SPANDREL_SECRET.')).toBe(
      undefined,
    );
  });
});
