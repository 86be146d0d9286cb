import { readEvaluatorsSearch, readNewEvaluatorSearch } from './search.js';

describe('the URL state of evaluators', () => {
  it('keeps what the list supports, and drops the rest', () => {
    const search = { q: 'a', sort: '-name', columns: 'name,kind', other: 'x' };
    expect(readEvaluatorsSearch(search)).toEqual({
      q: 'a',
      sort: '-name',
      columns: ['name', 'kind'],
    });
    expect(readEvaluatorsSearch({ sort: '-createdAt' }).sort).toBeUndefined();
    expect(readEvaluatorsSearch({ sort: 'size' }).sort).toBeUndefined();
  });

  it('says what a new evaluator starts from', () => {
    expect(readNewEvaluatorSearch({ builtIn: 'regex' })).toEqual({
      builtIn: 'regex',
      template: undefined,
      code: undefined,
    });
  });
});
