import { parseJson } from '../kernel/json/json.js';
import { MAX_TOKENS, readCount, readTokenUsage } from './token-usage.js';

const read = (counts: Record<string, unknown>) => readTokenUsage((name) => counts[name]);

describe('readTokenUsage', () => {
  it('knows nothing of a call that reports nothing', () => {
    for (const counts of [{}, { prompt: -1 }, { prompt: 'many', completion: null, total: NaN }]) {
      expect(read(counts)).toBeNull();
    }
  });

  it('takes a part that is left out for 0', () => {
    expect(read({ prompt: 5 })).toEqual({ prompt: 5, completion: 0 });
    expect(read({ completion: 5 })).toEqual({ prompt: 0, completion: 5 });
    expect(read({ prompt: 0, completion: 0 })).toEqual({ prompt: 0, completion: 0 });
  });

  it.each([
    [{ total: 9 }, 9, 0],
    [{ prompt: 2, total: 9 }, 2, 7],
    [{ completion: 2, total: 9 }, 7, 2],
    [{ prompt: 4, completion: 3, total: 9 }, 4, 5],
    [{ prompt: 4, completion: 3, total: 5 }, 4, 3],
  ])('believes a total above the parts: %j', (counts, prompt, completion) => {
    expect(read(counts)).toEqual({ prompt, completion });
  });

  const cache = (read: number, write = 0) => ({
    'prompt_details.cache_read': read,
    'prompt_details.cache_write': write,
  });

  it.each([
    // Cached tokens cannot be part of a smaller prompt.
    [{ prompt: 56, completion: 45, ...cache(64) }, 120, 45],
    [{ prompt: 50, completion: 1, ...cache(30, 30) }, 110, 1],
    [{ ...cache(8) }, 8, 0],
    // The total shows that they are beside it.
    [{ prompt: 100, completion: 45, total: 209, ...cache(64) }, 164, 45],
    // They may be part of it.
    [{ prompt: 120, completion: 45, total: 165, ...cache(64) }, 120, 45],
    [{ prompt: 120, completion: 45, ...cache(64) }, 120, 45],
  ])('adds cached tokens beside the prompt: %j', (counts, prompt, completion) => {
    expect(read(counts)).toEqual({ prompt, completion });
  });

  it.each([
    [{ prompt: 10, completion: 20, total: 530, 'completion_details.reasoning': 500 }, 10, 520],
    [{ prompt: 10, completion: 20, 'completion_details.reasoning': 500 }, 10, 520],
    [{ prompt: 10, completion: 20, 'completion_details.reasoning': 15 }, 10, 20],
  ])('adds reasoning beside the completion: %j', (counts, prompt, completion) => {
    expect(read(counts)).toEqual({ prompt, completion });
  });
});

describe('readCount', () => {
  it.each([
    [12, 12],
    [12.7, 12],
    ['12', 12],
    [' +1_000 ', 1000],
    [parseJson('12.0'), 12],
    [MAX_TOKENS, MAX_TOKENS],
  ])('reads %p', (value, count) => {
    expect(readCount(value)).toBe(count);
  });

  it.each([-1, NaN, Infinity, MAX_TOKENS + 1, '', '-5', 'many', '1e3', null, true, {}, [3]])(
    'does not take %p for a number of tokens',
    (value) => {
      expect(readCount(value)).toBeNull();
    },
  );
});
