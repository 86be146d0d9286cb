import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { CustomModelProvidersService } from '../support/built.js';
import {
  aProvider,
  CANARY,
  customProvidersOf,
  refusal,
  rowIdOf,
} from './custom-provider-operations.js';

const MASK = '••••••••';

/** One config of each SDK, with what administrators see of it, and the connection it opens to. */
const CONFIGS: [string, object, object, object][] = [
  [
    'OPENAI',
    {
      openai: {
        apiKey: ` ${CANARY} `,
        baseUrl: ' HTTPS://Models.Example.com:443/v1/ ',
        apiType: 'RESPONSES',
        organization: 'org-1',
        project: 'proj_1',
        headers: [{ name: 'X-Team', value: ' a canary value ' }],
      },
    },
    {
      __typename: 'OpenAICustomProviderConfig',
      apiKey: MASK,
      baseUrl: 'https://models.example.com/v1',
      apiType: 'RESPONSES',
      organization: 'org-1',
      project: 'proj_1',
      headers: [{ name: 'X-Team', value: MASK }],
    },
    {
      sdk: 'openai',
      apiKey: CANARY,
      baseUrl: 'https://models.example.com/v1',
      apiType: 'RESPONSES',
      organization: 'org-1',
      project: 'proj_1',
      headers: { 'X-Team': 'a canary value' },
    },
  ],
  [
    'AZURE_OPENAI',
    { azureOpenai: { apiKey: CANARY, endpoint: 'https://name.openai.azure.com/' } },
    {
      __typename: 'AzureOpenAICustomProviderConfig',
      apiKey: MASK,
      endpoint: 'https://name.openai.azure.com',
      apiType: 'CHAT_COMPLETIONS',
      headers: [],
    },
    {
      sdk: 'azure_openai',
      apiKey: CANARY,
      endpoint: 'https://name.openai.azure.com',
      apiType: 'CHAT_COMPLETIONS',
      headers: {},
    },
  ],
  [
    'ANTHROPIC',
    { anthropic: { apiKey: CANARY } },
    { __typename: 'AnthropicCustomProviderConfig', apiKey: MASK, baseUrl: null, headers: [] },
    { sdk: 'anthropic', apiKey: CANARY, baseUrl: null, headers: {} },
  ],
  [
    'GOOGLE_GENAI',
    { googleGenai: { apiKey: CANARY, baseUrl: 'http://[::1]:8080/gemini' } },
    {
      __typename: 'GoogleGenAICustomProviderConfig',
      apiKey: MASK,
      baseUrl: 'http://[::1]:8080/gemini',
      headers: [],
    },
    { sdk: 'google_genai', apiKey: CANARY, baseUrl: 'http://[::1]:8080/gemini', headers: {} },
  ],
  [
    'AWS_BEDROCK',
    {
      awsBedrock: {
        region: 'eu-west-1',
        accessKeyId: 'AKIACANARY',
        secretAccessKey: CANARY,
        sessionToken: 'canary/session+token=',
      },
    },
    {
      __typename: 'AWSBedrockCustomProviderConfig',
      region: 'eu-west-1',
      endpointUrl: null,
      accessKeyId: MASK,
      secretAccessKey: MASK,
      sessionToken: MASK,
    },
    {
      sdk: 'aws_bedrock',
      region: 'eu-west-1',
      endpointUrl: null,
      accessKeyId: 'AKIACANARY',
      secretAccessKey: CANARY,
      sessionToken: 'canary/session+token=',
    },
  ],
];

describe('the configs of custom model providers', () => {
  let server: SecuredServer;
  let providers: ReturnType<typeof customProvidersOf>;

  beforeAll(async () => {
    server = await startSecuredServer();
    providers = customProvidersOf(server);
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM custom_model_providers'));

  const open = (id: string) =>
    server.app.get(CustomModelProvidersService, { strict: false }).openConnection(rowIdOf(id));
  const createdId = async (fields: object = {}) =>
    (await providers.create(aProvider(fields))).provider!.id;

  it.each(CONFIGS)(
    'seals the credentials of %s, and shows them masked',
    async (sdk, config, shown, opened) => {
      const { provider, errors } = await providers.create(aProvider({ clientConfig: config }));
      expect(errors).toBeUndefined();
      expect(provider).toMatchObject({ sdk, config: shown });
      expect(await open(provider!.id)).toEqual(opened);
      const [row] = await server.sql<{ text: string; sealed: Buffer }>(
        'SELECT p::text AS text, sealed_config AS sealed FROM custom_model_providers p',
      );
      const stored = row!.text + row!.sealed.toString('latin1');
      expect(stored).not.toMatch(/canary|https?:|eu-west|X-Team|org-1/i);
      expect(JSON.stringify(provider)).not.toMatch(/canary/i);
    },
  );

  it('cannot be read if their seal is broken, until they are entered again', async () => {
    const a = await createdId({ name: 'a' });
    const b = await createdId({ name: 'b' });
    const c = await createdId({ name: 'c' });
    await server.sql(
      `UPDATE custom_model_providers
          SET sealed_config = set_byte(sealed_config, 20, get_byte(sealed_config, 20) # 1)
        WHERE name = 'a'`,
    );
    await server.sql(`UPDATE custom_model_providers SET key_id = 'forgotten' WHERE name = 'b'`);
    await server.sql(
      `UPDATE custom_model_providers p SET sealed_config = o.sealed_config
         FROM custom_model_providers o WHERE p.name = 'c' AND o.name = 'b'`,
    );
    const { edges } = await providers.list();
    for (const { node } of edges) {
      expect(node.config).toEqual({
        __typename: 'UnparsableConfig',
        parseError: expect.any(String),
      });
    }
    for (const id of [a, b, c]) {
      await expect(open(id)).rejects.toThrow(
        /^The credentials of the model provider ".*" cannot be read\. An administrator must enter them again\.$/,
      );
    }
    const config = { openai: { baseUrl: 'https://models.example.com/v1' } };
    expect(refusal(await providers.patch({ id: a, clientConfig: config }))).toEqual([
      'BAD_USER_INPUT',
      'apiKey is required.',
    ]);
    await providers.patch({ id: a, clientConfig: aProvider().clientConfig });
    expect(await open(a)).toMatchObject({ apiKey: CANARY });
  });
});
