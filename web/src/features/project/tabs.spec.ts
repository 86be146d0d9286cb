import { lastTab, rememberTab, tabOf } from './tabs.js';

describe('tabOf', () => {
  it.each([
    ['/projects/UHJ=/spans', 'spans'],
    ['/projects/UHJ=/traces/abc', 'traces'],
    ['/below/projects/UHJ=/sessions/x', 'sessions'],
    ['/projects/spans', undefined],
    ['/projects/UHJ=/config', undefined],
  ])('%s → %s', (pathname, tab) => expect(tabOf(pathname)).toBe(tab));
});

describe('lastTab', () => {
  it('is the traces where nothing can be stored', () => {
    rememberTab('p', 'spans');
    expect(lastTab('p')).toBe('traces');
  });
});
