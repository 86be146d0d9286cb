import { readStatedCost } from './stated-cost.js';

const usage = { prompt: 30, completion: 10 };

const read = (costs: Record<string, unknown>, tokens: typeof usage | null = usage) =>
  readStatedCost(
    Object.fromEntries(Object.entries(costs).map(([part, cost]) => [`llm.cost.${part}`, cost])),
    tokens,
  );

describe('readStatedCost', () => {
  it.each([
    [{ prompt: 2, completion: 1 }, 2, 1],
    [{ prompt: 2 }, 2, 0],
    [{ total: 3, prompt: 2, completion: 1 }, 2, 1],
    [{ total: 3, prompt: 2 }, 2, 1],
    [{ total: 3, completion: 1 }, 2, 1],
    // What the parts leave out, such as tools, is not lost.
    [{ total: 4, prompt: 2, completion: 1 }, 2, 2],
    [{ total: 4 }, 3, 1],
    [{ total: 4, prompt: 5 }, 3, 1],
    [{ total: 0 }, 0, 0],
    [{ total: '0.5', prompt: '0.25' }, 0.25, 0.25],
  ])('reads %j', (costs, promptCost, completionCost) => {
    expect(read(costs)).toEqual({ promptCost, completionCost });
  });

  it('assigns a total without tokens to the completion', () => {
    expect(read({ total: 4 }, null)).toEqual({ promptCost: 0, completionCost: 4 });
  });

  it.each([-1, NaN, Infinity, 1_000_001, '', 'free', null, true, {}, [1], '1e999'])(
    'ignores %p',
    (cost) => {
      expect(read({ total: cost })).toBeNull();
      expect(read({ prompt: cost, completion: cost })).toBeNull();
    },
  );

  it('knows nothing of a span that states nothing', () => {
    expect(read({})).toBeNull();
  });
});
