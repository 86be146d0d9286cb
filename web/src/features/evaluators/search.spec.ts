import {
  readEvaluatorSearch,
  readEvaluatorsSearch,
  readNewEvaluatorSearch,
  readStandaloneSearch,
} from './search.js';

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

  it('says what an evaluator without a dataset starts from', () => {
    expect(readStandaloneSearch({ kind: 'code', template: 'x' })).toEqual({
      kind: 'code',
      template: 'x',
    });
    expect(readStandaloneSearch({ kind: 'llm' }).kind).toBeUndefined();
  });

  it('says which scores and versions the page of an evaluator shows', () => {
    const search = { use: 'a', version: 'b', compare: 'c' };
    expect(readEvaluatorSearch({ ...search, other: 'x' })).toEqual(search);
  });
});
