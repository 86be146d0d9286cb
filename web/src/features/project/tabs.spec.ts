import { readLastTab, rememberTab, findTab } from './tabs.js';

describe('findTab', () => {
  it.each([
    ['/projects/UHJ=/spans', 'spans'],
    ['/projects/UHJ=/traces/abc', 'traces'],
    ['/below/projects/UHJ=/sessions/x', 'sessions'],
    ['/projects/UHJ=/metrics', 'metrics'],
    ['/projects/UHJ=/dashboards/RGE=', 'dashboards'],
    ['/projects/spans', undefined],
    ['/projects/UHJ=/config', undefined],
  ])('%s → %s', (pathname, tab) => expect(findTab(pathname)).toBe(tab));
});

describe('readLastTab', () => {
  it('falls back to traces if storage is unavailable', () => {
    rememberTab('p', 'spans');
    expect(readLastTab('p')).toBe('traces');
  });
});
