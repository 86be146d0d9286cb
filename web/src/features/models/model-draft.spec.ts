import type { Model } from './api/models.js';
import {
  createDraft,
  createNewDraft,
  createPrice,
  findDraftProblems,
  findRefusedField,
  type ModelDraft,
  toModelInput,
  toPriceField,
} from './model-draft.js';

const model: Model = {
  id: 'TW9kZWw6MQ==',
  name: 'acme',
  provider: null,
  namePattern: '^acme$',
  kind: 'BUILT_IN',
  startTime: '2026-01-01T00:00:00Z',
  lastUsedAt: null,
  priceSource: null,
  priceDate: null,
  tierThreshold: 200_000,
  tokenPrices: [
    {
      tokenType: 'cache_read',
      kind: 'PROMPT',
      costPerMillionTokens: 0.5,
      tierCostPerMillionTokens: 1,
    },
    { tokenType: 'input', kind: 'PROMPT', costPerMillionTokens: 2.5, tierCostPerMillionTokens: 5 },
    {
      tokenType: 'output',
      kind: 'COMPLETION',
      costPerMillionTokens: 10,
      tierCostPerMillionTokens: null,
    },
  ],
};

const price = (draft: ModelDraft, place: number, typed: string): ModelDraft => ({
  ...draft,
  prices: draft.prices.map((line, at) => (at === place ? { ...line, price: typed } : line)),
});

describe('a draft of a model', () => {
  it('begins with the prices that every model needs, and loses nothing', () => {
    const draft = createDraft(model);
    expect(draft.prices.map(({ tokenType }) => tokenType)).toEqual([
      'input',
      'output',
      'cache_read',
    ]);
    expect(findDraftProblems(draft)).toEqual({});
    expect(toModelInput(draft)).toEqual({
      name: 'acme',
      provider: null,
      namePattern: '^acme$',
      startTime: '2026-01-01T00:00:00.000Z',
      tierThreshold: 200_000,
      costs: [
        {
          tokenType: 'input',
          kind: 'PROMPT',
          costPerMillionTokens: 2.5,
          tierCostPerMillionTokens: 5,
        },
        {
          tokenType: 'output',
          kind: 'COMPLETION',
          costPerMillionTokens: 10,
          tierCostPerMillionTokens: null,
        },
        {
          tokenType: 'cache_read',
          kind: 'PROMPT',
          costPerMillionTokens: 0.5,
          tierCostPerMillionTokens: 1,
        },
      ],
    });
  });

  it('keeps the seconds of a start that was not changed', () => {
    const edited = { ...model, startTime: '2026-01-01T00:00:42.123456+00:00' };
    const draft = createDraft(edited);
    expect(toModelInput(draft, edited).startTime).toBe(edited.startTime);
    expect(toModelInput({ ...draft, startTime: '' }, edited).startTime).toBeNull();
  });

  it('of a copy has no start', () => {
    expect(createNewDraft({ copy: model })).toMatchObject({ name: 'acme', startTime: '' });
  });

  it('for a name in spans matches exactly this name', () => {
    const { namePattern } = createNewDraft({ name: 'gpt-4.1 (beta)' });
    expect(namePattern).toBe('^gpt-4\\.1 \\(beta\\)$');
    expect(createNewDraft({}).namePattern).toBe('');
  });

  it('leaves out the prices above a threshold without one', () => {
    const { tierThreshold, costs } = toModelInput({ ...createDraft(model), hasTier: false });
    expect(tierThreshold).toBeNull();
    expect(costs.every((cost) => cost.tierCostPerMillionTokens === null)).toBe(true);
  });

  it.each(['', 'NaN', 'free', 'Infinity', '1e999', '2,50'])('cannot have the price %j', (typed) => {
    const draft = price(createDraft(model), 0, typed);
    expect(Object.keys(findDraftProblems(draft))).toEqual([toPriceField(draft.prices[0]!)]);
  });
});

describe('findRefusedField', () => {
  const draft = price(createDraft(model), 2, '-1');
  const [, , cached] = draft.prices;
  const double = createPrice('PROMPT', 'cache_read', 1);
  const twice = { ...draft, prices: [...draft.prices, double] };

  it.each([
    ['A custom model named "the pattern" already exists. Choose another name.', 'name'],
    ['A custom model with this pattern and provider already exists.', 'namePattern'],
    ['The pattern is not a valid regular expression in RE2 syntax: missing ).', 'namePattern'],
    ['The threshold needs a price above it.', 'threshold'],
    ['The prices above a threshold need the threshold.', 'threshold'],
    ['The price of "cache_read" must be a number from 0 to 1000000000.', toPriceField(cached!)],
    ['The prompt tokens "cache_read" have two prices. Keep one of them.', toPriceField(double)],
    ['Something else failed.', undefined],
  ])('finds the field of %j', (message, field) => {
    expect(findRefusedField(twice, message)).toBe(field);
  });
});
