import type { TokenPrice } from '../../models/generative-models.service.js';
import { calculateCost } from './calculate-cost.js';
import type { HotAttributes } from './calls.queries.js';

function price(tokenType: string, isPrompt: boolean, costPerMillion: number): TokenPrice {
  return {
    tokenType,
    isPrompt,
    costPerMillion,
    tierAttribute: null,
    tierThreshold: null,
    tierCostPerMillion: null,
  };
}

const PRICES = [price('input', true, 2), price('cache_read', true, 1), price('output', false, 10)];

const tokens = (counts: Record<string, unknown>): HotAttributes =>
  Object.fromEntries(
    Object.entries(counts).map(([key, value]) => [`llm.token_count.${key}`, value]),
  );

const million = 1_000_000;

function listDetails(attributes: HotAttributes, prices: TokenPrice[] | null = PRICES) {
  return calculateCost(attributes, prices).details.map(
    ({ isPrompt, tokenType, tokens: count, cost }) =>
      [isPrompt ? 'prompt' : 'completion', tokenType, count, cost] as const,
  );
}

describe('calculateCost', () => {
  it('prices prompt and completion', () => {
    expect(
      calculateCost(tokens({ prompt: 3 * million, completion: million }), PRICES),
    ).toMatchObject({
      promptTokens: 3 * million,
      completionTokens: million,
      promptCost: 6,
      completionCost: 10,
    });
  });

  it('prices details, and what they leave at the base rate', () => {
    const attributes = tokens({
      prompt: 10,
      'prompt_details.cache_read': 4,
      completion: 8,
      'completion_details.reasoning': 5,
    });
    expect(listDetails(attributes)).toEqual([
      ['prompt', 'cache_read', 4, 4 / million],
      ['prompt', 'input', 6, 12 / million],
      ['completion', 'output', 3, 30 / million],
      // Without a price, reasoning costs as much as output.
      ['completion', 'reasoning', 5, 50 / million],
    ]);
  });

  it('keeps details that exceed the total, without a rest', () => {
    expect(listDetails(tokens({ prompt: 3, 'prompt_details.audio': 4 }))).toEqual([
      ['prompt', 'audio', 4, 8 / million],
    ]);
  });

  it('prices cached tokens beside the prompt, and the prompt as a whole', () => {
    expect(listDetails(tokens({ prompt: 56, 'prompt_details.cache_read': 64 }))).toEqual([
      ['prompt', 'cache_read', 64, 64 / million],
      ['prompt', 'input', 56, 112 / million],
    ]);
  });

  it('prices the rest of a total above the parts', () => {
    expect(calculateCost(tokens({ prompt: 4, completion: 3, total: 9 }), PRICES)).toMatchObject({
      promptTokens: 4,
      completionTokens: 5,
      completionCost: 50 / million,
    });
  });

  it('prices reasoning at its own price where the model has one', () => {
    const attributes = tokens({
      prompt: 1000,
      completion: 100,
      'completion_details.reasoning': 90,
    });
    const prices = [
      price('input', true, 2),
      price('output', false, 8),
      price('reasoning', false, 3),
    ];
    expect(calculateCost(attributes, prices)).toMatchObject({
      promptCost: 0.002,
      completionCost: (10 * 8 + 90 * 3) / million,
    });
  });

  it('applies a tier to all tokens above its threshold, and not at it', () => {
    const tiered = PRICES.map((given) => ({
      ...given,
      tierAttribute: 'llm.token_count.prompt',
      tierThreshold: 100,
      tierCostPerMillion: given.costPerMillion * 2,
    }));
    expect(listDetails(tokens({ prompt: 100, completion: 1 }), tiered)).toEqual([
      ['prompt', 'input', 100, 200 / million],
      ['completion', 'output', 1, 10 / million],
    ]);
    expect(calculateCost(tokens({ prompt: 101, completion: 1 }), tiered)).toMatchObject({
      promptCost: (2 * 2 * 101) / million,
      completionCost: (10 * 2) / million,
    });
  });

  it('counts tokens without prices', () => {
    expect(calculateCost(tokens({ prompt: 3, completion: 4 }), null)).toEqual({
      promptTokens: 3,
      completionTokens: 4,
      promptCost: null,
      completionCost: null,
      details: [
        { isPrompt: true, tokenType: 'input', tokens: 3, cost: null, costPerToken: null },
        { isPrompt: false, tokenType: 'output', tokens: 4, cost: null, costPerToken: null },
      ],
    });
  });

  it.each(['-5', -5, Number.NaN, '', 'many', null, {}, [3], true, '1e999', 1e300])(
    'ignores the count %p',
    (value) => {
      expect(calculateCost(tokens({ prompt: value }), PRICES)).toMatchObject({
        promptTokens: 0,
        promptCost: 0,
        details: [],
      });
    },
  );

  it('counts types with long names, and those beyond 50, at the base rate', () => {
    const long = { prompt: 5, [`prompt_details.${'x'.repeat(3_000)}`]: 2 };
    expect(listDetails(tokens(long))).toEqual([['prompt', 'input', 5, 10 / million]]);
    const many = Array.from({ length: 60 }, (_, at) => [`prompt_details.type${at}`, 1]);
    const details = listDetails(tokens({ prompt: 60, ...Object.fromEntries(many) }));
    expect(details).toHaveLength(51);
    expect(details[0]).toEqual(['prompt', 'input', 10, 20 / million]);
  });

  it('reads numbers in strings', () => {
    expect(calculateCost(tokens({ prompt: '12' }), PRICES).promptTokens).toBe(12);
  });
});
