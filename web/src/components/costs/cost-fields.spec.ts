import { addUpCosts } from './cost-fields.js';

const detail = (tokenType: string, isPrompt: boolean, tokens: number, cost: number | null) => ({
  tokenType,
  isPrompt,
  value: { tokens, cost },
});

describe('addUpCosts', () => {
  it('adds up each side, and both', () => {
    const details = [
      detail('input', true, 10, 1),
      detail('cache_read', true, 5, 0.25),
      detail('output', false, 3, 2),
    ];
    expect(addUpCosts(details)).toEqual({
      prompt: { tokens: 15, cost: 1.25 },
      completion: { tokens: 3, cost: 2 },
      total: { tokens: 18, cost: 3.25 },
    });
  });

  it('has no cost unless a type has a price', () => {
    expect(addUpCosts([detail('input', true, 10, null)])).toEqual({
      prompt: { tokens: 10, cost: null },
      completion: { tokens: null, cost: null },
      total: { tokens: 10, cost: null },
    });
    expect(
      addUpCosts([detail('input', true, 10, null), detail('output', false, 1, 2)]),
    ).toMatchObject({ total: { tokens: 11, cost: 2 } });
  });
});
