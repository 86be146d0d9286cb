import { Loaders, loadInGroups, sortByKeys } from './loaders.js';
import { Work } from './work.js';

describe('sortByKeys', () => {
  it('returns a value for every key, null if there is none', () => {
    const rows = [{ id: 3 }, { id: 1 }];
    expect(sortByKeys([1, 2, 3], rows, (row) => row.id)).toEqual([{ id: 1 }, null, { id: 3 }]);
  });
});

describe('loadInGroups', () => {
  it('reads each group once and keeps the order of the keys', async () => {
    const groups: string[][] = [];
    const answers = await loadInGroups(
      ['b1', 'a1', 'b2', 'a2'],
      (key) => key.charAt(0),
      (group, sample) => {
        groups.push(group);
        return Promise.resolve(group.map((key) => `${key} of ${sample}`));
      },
    );
    expect(answers).toEqual(['b1 of b1', 'a1 of a1', 'b2 of b1', 'a2 of a1']);
    expect(groups).toEqual([
      ['b1', 'b2'],
      ['a1', 'a2'],
    ]);
  });
});

describe('Loaders', () => {
  it('has one loader per batch loader, which loads a key only once', async () => {
    const asked: { id: number }[][] = [];
    const loader = {
      cacheKey: (key: { id: number }) => String(key.id),
      batch: (keys: readonly { id: number }[]) => {
        asked.push([...keys]);
        return Promise.resolve(keys.map((key) => key.id * 10));
      },
    };
    const loaders = new Loaders();
    const answers = [{ id: 1 }, { id: 2 }, { id: 1 }].map((key) => loaders.of(loader).load(key));
    expect(await Promise.all(answers)).toEqual([10, 20, 10]);
    expect(asked).toEqual([[{ id: 1 }, { id: 2 }]]);
  });

  it('loads 50 large values first, then more if they are small', async () => {
    const sizes: number[] = [];
    const loader = {
      isLarge: true as const,
      batch: (keys: readonly number[]) => {
        sizes.push(keys.length);
        return Promise.resolve(keys);
      },
    };
    const keys = Array.from({ length: 300 }, (_key, index) => index);
    const loaded = new Loaders().of(loader);
    expect(await Promise.all(keys.map((key) => loaded.load(key)))).toEqual(keys);
    expect(sizes).toEqual([50, 200, 50]);
  });

  it('loads large values one by one if each fills a whole read', async () => {
    const work = new Work({ bytes: 1024 * 1024 * 1024 });
    const sizes: number[] = [];
    const loader = {
      isLarge: true as const,
      batch: (keys: readonly number[]) => {
        sizes.push(keys.length);
        work.addRows(0, keys.length * 4 * 1024 * 1024);
        return Promise.resolve(keys);
      },
    };
    const loaded = new Loaders(work).of(loader);
    await Promise.all(Array.from({ length: 52 }, (_key, index) => loaded.load(index)));
    expect(sizes).toEqual([50, 1, 1]);
  });
});
