import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';

interface Model {
  id: string;
  name: string;
  provider: string | null;
  namePattern: string;
  kind: string;
  startTime: string | null;
  tokenPrices: { tokenType: string; kind: string; costPerMillionTokens: number }[];
}

const FIELDS =
  'id name provider providerKey namePattern kind startTime lastUsedAt priceSource priceDate tierThreshold tokenPrices { tokenType kind costPerMillionTokens costPerToken tierCostPerMillionTokens }';

const COSTS = [
  { tokenType: 'input', kind: 'PROMPT', costPerMillionTokens: 2 },
  { tokenType: 'output', kind: 'COMPLETION', costPerMillionTokens: 8.5 },
];

describe('models with prices', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  beforeEach(() => server.sql(`DELETE FROM generative_models WHERE kind = 'CUSTOM'`));
  afterAll(() => server.stop());

  async function send(
    operation: 'create' | 'update' | 'delete',
    input: object,
    as: 'ADMIN' | 'MEMBER' | 'VIEWER' = 'MEMBER',
  ) {
    const type = `${operation[0]!.toUpperCase()}${operation.slice(1)}ModelMutationInput`;
    const { data, errors } = await server.gqlAs<{ done: { model: Model } }>(
      cookieOf(server.accounts[as]),
      `mutation ($input: ${type}!) { done: ${operation}Model(input: $input) { model { ${FIELDS} } } }`,
      { input },
    );
    const [error] = errors ?? [];
    return {
      model: data?.done?.model,
      code: error?.extensions.code,
      message: error?.message,
    };
  }

  const aModel = (given: object = {}) => ({
    name: 'mine',
    namePattern: '^mine$',
    costs: COSTS,
    ...given,
  });

  async function list(args = ''): Promise<Model[]> {
    const { data, errors } = await server.gqlAs<{
      generativeModels: { edges: { node: Model }[] };
    }>(
      cookieOf(server.accounts.VIEWER),
      `{ generativeModels${args} { edges { node { ${FIELDS} } } } }`,
    );
    expect(errors).toBeUndefined();
    return data!.generativeModels.edges.map(({ node }) => node);
  }

  it('are listed with custom ones first, then by provider and name', async () => {
    await send('create', aModel());
    const models = await list('(first: 1000)');
    expect(models[0]).toMatchObject({ name: 'mine', kind: 'CUSTOM' });
    const builtIn = models.slice(1);
    expect(builtIn.length).toBeGreaterThan(80);
    expect(builtIn.every(({ kind }) => kind === 'BUILT_IN')).toBe(true);
    const keys = builtIn.map(({ provider, name }) => `${provider} ${name}`);
    expect(keys).toEqual(keys.toSorted());
    expect(await list()).toHaveLength(50);
    expect(builtIn.find(({ name }) => name === 'gpt-4o')).toMatchObject({
      provider: 'openai',
      providerKey: 'OPENAI',
      tokenPrices: [
        { tokenType: 'cache_read', kind: 'PROMPT', costPerMillionTokens: 1.25 },
        { tokenType: 'input', kind: 'PROMPT', costPerMillionTokens: 2.5, costPerToken: 0.0000025 },
        { tokenType: 'output', kind: 'COMPLETION', costPerMillionTokens: 10 },
      ],
    });
  });

  it('are created, replaced and deleted', async () => {
    const { model } = await send(
      'create',
      aModel({ name: ' mine ', provider: 'acme', startTime: '2026-01-01T00:00:00Z' }),
    );
    expect(model).toMatchObject({
      name: 'mine',
      provider: 'acme',
      providerKey: null,
      namePattern: '^mine$',
      kind: 'CUSTOM',
      startTime: '2026-01-01T00:00:00+00:00',
      lastUsedAt: null,
      tokenPrices: COSTS,
    });
    const changed = await send('update', {
      ...aModel({ costs: [...COSTS, { ...COSTS[0], tokenType: 'audio' }] }),
      id: model!.id,
    });
    expect(changed.model).toMatchObject({ provider: null, startTime: null });
    expect(changed.model!.tokenPrices.map(({ tokenType }) => tokenType)).toEqual([
      'audio',
      'input',
      'output',
    ]);
    expect((await send('delete', { id: model!.id })).model).toMatchObject({ name: 'mine' });
    expect((await list())[0]).toMatchObject({ kind: 'BUILT_IN' });
    expect(await send('delete', { id: model!.id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await send('update', { ...aModel(), id: model!.id })).toMatchObject({
      code: 'NOT_FOUND',
    });
    // The name is free again.
    expect((await send('create', aModel())).code).toBeUndefined();
  });

  it('can have other prices above a number of prompt tokens', async () => {
    const find = async (name: string) =>
      (await list('(first: 1000)')).find((model) => model.name === name);
    const tiered = { ...COSTS[0], tierCostPerMillionTokens: 4 };
    const { model } = await send(
      'create',
      aModel({ tierThreshold: 200_000, costs: [tiered, COSTS[1]] }),
    );
    expect(await find('mine')).toMatchObject({
      priceSource: null,
      priceDate: null,
      tierThreshold: 200_000,
      tokenPrices: [
        { tokenType: 'input', tierCostPerMillionTokens: 4 },
        { tokenType: 'output', tierCostPerMillionTokens: null },
      ],
    });
    expect(
      await server.sql(
        'SELECT tier_attribute FROM token_prices WHERE tier_attribute IS NOT NULL AND model_id = (SELECT id FROM generative_models WHERE name = $1)',
        ['mine'],
      ),
    ).toEqual([{ tier_attribute: 'llm.token_count.prompt' }]);
    await send('update', { ...aModel(), id: model!.id });
    expect(await find('mine')).toMatchObject({ tierThreshold: null });
    expect(await find('gpt-4o')).toMatchObject({
      priceSource: expect.stringMatching(/https:/),
      priceDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      tierThreshold: null,
    });
    for (const [given, message] of [
      [{ costs: [tiered, COSTS[1]] }, 'The prices above a threshold need the threshold.'],
      [{ tierThreshold: 9 }, 'The threshold needs a price above it.'],
      [
        { tierThreshold: 0.5, costs: [tiered, COSTS[1]] },
        'The threshold must be a number of tokens from 1 to 1000000000.',
      ],
      [
        { tierThreshold: 9, costs: [{ ...tiered, tierCostPerMillionTokens: -1 }, COSTS[1]] },
        'The price of "input" above the threshold must be a number from 0 to 1000000000.',
      ],
    ] as const) {
      expect(await send('create', aModel({ name: 'other', ...given }))).toMatchObject({
        code: 'BAD_REQUEST',
        message,
      });
    }
  });

  it('resolve by node', async () => {
    const { model } = await send('create', aModel());
    const { data } = await server.gqlAs<{ node: Model }>(
      cookieOf(server.accounts.VIEWER),
      `{ node(id: "${model!.id}") { id ... on GenerativeModel { name } } }`,
    );
    expect(data!.node).toEqual({ id: model!.id, name: 'mine' });
  });

  it.each([
    [
      'a negative price',
      [{ ...COSTS[0], costPerMillionTokens: -1 }, COSTS[1]],
      /^The price of "input" must be a number from 0 to 1000000000\.$/,
    ],
    ['a huge price', [{ ...COSTS[0], costPerMillionTokens: 1e300 }, COSTS[1]], /0 to 1000000000/],
    ['a repeated price', [...COSTS, { ...COSTS[0], costPerMillionTokens: 3 }], /two prices/],
    ['no input price', [COSTS[1]], /"input" need a price/],
    ['no output price', [COSTS[0]], /"output" need a price/],
    [
      'an output price on the wrong side',
      [COSTS[0], { ...COSTS[1], kind: 'PROMPT' }],
      /"output" need/,
    ],
  ])('are refused with %s', async (_what, costs, message) => {
    const refused = await send('create', aModel({ costs }));
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(message) });
  });

  it.each([
    ['an empty token type', { costs: [...COSTS, { ...COSTS[0], tokenType: ' ' }] }],
    ['a long token type', { costs: [...COSTS, { ...COSTS[0], tokenType: 'x'.repeat(5_000) }] }],
    ['NaN', { costs: [{ ...COSTS[0], costPerMillionTokens: 'NaN' }, COSTS[1]] }],
    ['null', { costs: [{ ...COSTS[0], costPerMillionTokens: null }, COSTS[1]] }],
    ['an empty name', { name: '  ' }],
    ['NUL in the name', { name: 'a\0' }],
    ['a long name', { name: 'x'.repeat(5_000) }],
    ['a long provider', { provider: 'x'.repeat(5_000) }],
    ['an invalid pattern', { namePattern: '(' }],
    ['an empty pattern', { namePattern: '' }],
    ['a long pattern', { namePattern: 'x'.repeat(5_000) }],
    ['NUL in the pattern', { namePattern: 'a\0' }],
    ['lookaround in the pattern', { namePattern: '^(?=x)' }],
    ['an invalid start', { startTime: 'yesterday' }],
    ['too many prices', { costs: [...COSTS, ...manyPrices()] }],
  ])('are refused with %s', async (_what, given) => {
    const { model, code } = await send('create', aModel(given));
    expect(model).toBeUndefined();
    expect(['BAD_REQUEST', 'BAD_USER_INPUT', 'UNPROCESSABLE']).toContain(code);
  });

  it('conflict on the name, or on the pattern and provider', async () => {
    await send('create', aModel());
    expect(await send('create', aModel({ namePattern: 'x' }))).toMatchObject({
      code: 'CONFLICT',
      message: 'A custom model named "mine" already exists. Choose another name.',
    });
    expect(await send('create', aModel({ name: 'other' }))).toMatchObject({
      code: 'CONFLICT',
      message:
        'A custom model with this pattern and provider already exists. Change that model instead.',
    });
    const { model } = await send('create', aModel({ name: 'other', provider: 'acme' }));
    expect(model).toMatchObject({ provider: 'acme' });
    expect(await send('update', { ...aModel(), id: model!.id })).toMatchObject({
      code: 'CONFLICT',
    });
    // Built-in names and patterns do not count.
    expect(
      (await send('create', aModel({ name: 'gpt-4o', namePattern: 'z' }))).model,
    ).toBeDefined();
  });

  it('cannot be changed or deleted if they are built in', async () => {
    const builtIn = (await list())[0]!;
    for (const refused of [
      await send('update', { ...aModel(), id: builtIn.id }),
      await send('delete', { id: builtIn.id }),
    ]) {
      expect(refused).toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/^Built-in models cannot be/),
      });
    }
  });

  it.each([globalId('GenerativeModel', 999_999), globalId('Project', 1), 'nonsense'])(
    'are not found by %s',
    async (id) => {
      expect((await send('delete', { id })).code).toMatch(/NOT_FOUND|BAD_REQUEST|BAD_USER_INPUT/);
    },
  );

  it('are changed only by members and administrators', async () => {
    expect(await send('create', aModel(), 'VIEWER')).toMatchObject({ code: 'FORBIDDEN' });
    const { model } = await send('create', aModel(), 'ADMIN');
    expect(await send('update', { ...aModel(), id: model!.id }, 'VIEWER')).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await send('delete', { id: model!.id }, 'VIEWER')).toMatchObject({ code: 'FORBIDDEN' });
  });
});

function manyPrices() {
  return Array.from({ length: 100 }, (_, at) => ({ ...COSTS[0], tokenType: `type ${at}` }));
}
