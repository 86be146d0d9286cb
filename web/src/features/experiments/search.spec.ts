import { parseSearch, stringifySearch } from '../../lib/routing/search-params.js';
import {
  readCompareSearch,
  readExperimentSearch,
  readExperimentsSearch,
  readRunColumn,
  toScoreKey,
} from './search.js';

describe('readCompareSearch', () => {
  it('names every experiment once, the base experiment first', () => {
    const search = readCompareSearch(
      parseSearch('?experimentId=B&experimentId=A&experimentId=B&view=grid'),
    );
    expect(search.experimentId).toEqual(['B', 'A']);
    expect(search.view).toBeUndefined();
  });

  it('survives a round trip', () => {
    const search = {
      experimentId: ['RXg6MQ==', 'RXg6Mg=='],
      view: 'metrics',
      filter: "experiments[0].evals['a, b'].score < 1",
      repetition: 2,
      exampleId: 'RGE6MQ==',
      diff: 'base',
      by: 'exact',
      hidden: ['RXg6Mg=='],
    };
    expect(readCompareSearch(parseSearch(stringifySearch(search)))).toEqual(search);
  });

  it('drops invalid values', () => {
    const search = readCompareSearch(parseSearch('?view=pie&repetition=-1&diff=letters'));
    expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
    expect(readCompareSearch(parseSearch('?repetition=1')).repetition).toBeUndefined();
    expect(readCompareSearch(parseSearch('?repetition=2.5')).repetition).toBeUndefined();
  });
});

describe('the URLs of lists', () => {
  it('hold search, order and columns', () => {
    expect(readExperimentsSearch(parseSearch('?q=gpt&columns=name,runs'))).toEqual({
      q: 'gpt',
      columns: ['name', 'runs'],
    });
    expect(readExperimentSearch(parseSearch('?sort=-latencyMs&full=true&diff=reference'))).toEqual({
      sort: '-latencyMs',
      columns: undefined,
      full: true,
      diff: 'reference',
    });
  });
});

describe('the column of a score', () => {
  it.each(['exact', 'a, b', '100% sure', 'Güte 🙂'])('is found by its name %s', (name) => {
    expect(toScoreKey(name)).not.toContain(',');
    expect(readRunColumn(toScoreKey(name))).toEqual({ annotationName: name });
  });

  it('is not read from anything else', () => {
    expect(readRunColumn('latencyMs')).toEqual({ metric: 'latencyMs' });
    expect(readRunColumn('tokens')).toBeUndefined();
    expect(readRunColumn('score:%')).toBeUndefined();
  });
});
