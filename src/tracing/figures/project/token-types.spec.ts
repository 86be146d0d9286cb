import { listTokenTypes } from './token-types.js';

const row = (isPrompt: boolean, tokenType: string, tokens: number) => ({
  projectId: 1,
  bin: 0,
  isPrompt,
  tokenType,
  tokens,
});

describe('the types of tokens', () => {
  it('begin with the base type and the usual ones, and go on alphabetically', () => {
    const types = ['zeta', 'audio', 'cache_write', 'image', 'reasoning', 'cache_read'];
    const listed = listTokenTypes(
      types.map((type) => row(true, type, 1)),
      true,
      20,
    );
    expect(listed.map(({ tokenType }) => tokenType)).toEqual([
      'input',
      'cache_read',
      'cache_write',
      'reasoning',
      'audio',
      'image',
      'zeta',
    ]);
  });

  it('count tokens that no type explains as the base type', () => {
    const types = [row(false, 'reasoning', 10), row(true, 'cache_read', 100)];
    expect(listTokenTypes(types, false, 30)).toEqual([
      { tokenType: 'output', tokens: 20 },
      { tokenType: 'reasoning', tokens: 10 },
    ]);
    expect(listTokenTypes([], true, 7)).toEqual([{ tokenType: 'input', tokens: 7 }]);
  });

  it('leave out types without tokens', () => {
    const types = [row(true, 'cache_read', 8), row(true, 'audio', 0)];
    expect(listTokenTypes(types, true, 8)).toEqual([{ tokenType: 'cache_read', tokens: 8 }]);
    expect(listTokenTypes([], false, 0)).toEqual([]);
  });
});
