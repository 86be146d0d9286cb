import {
  buildExportPath,
  isFiltered,
  readAuditSearch,
  readKeysSearch,
  buildUserFilter,
} from './search.js';

describe('readAuditSearch', () => {
  it('reads every filter', () => {
    const search = readAuditSearch({
      action: 'user.created',
      actor: 'VXNlcjoz',
      outcome: 'failure',
      q: 'ann',
      event: 'QQ==',
      timeRangeKey: '1d',
    });
    expect(search).toEqual({
      action: 'user.created',
      actor: 'VXNlcjoz',
      outcome: 'failure',
      q: 'ann',
      event: 'QQ==',
      timeRangeKey: '1d',
    });
    expect(isFiltered(search)).toBe(true);
  });

  it('drops invalid values', () => {
    const search = readAuditSearch({ outcome: 'maybe', timeRangeStart: 'yesterday' });
    expect(search.outcome).toBeUndefined();
    expect(search.timeRangeStart).toBeUndefined();
    expect(isFiltered(search)).toBe(false);
  });
});

describe('buildExportPath', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  it('keeps the filters', () => {
    const path = buildExportPath({ action: 'logout', q: 'a&b', timeRangeKey: '1d' }, 'csv', now);
    expect(path).toBe(
      'v1/audit_events/export?format=csv&action=logout&search=a%26b&start=2026-11-19T12%3A00%3A00.000Z',
    );
  });

  it('has no filters if none are set', () => {
    expect(buildExportPath({ timeRangeKey: 'all' }, 'jsonl', now)).toBe(
      'v1/audit_events/export?format=jsonl',
    );
  });
});

describe('buildUserFilter', () => {
  it('matches names, or email addresses if the text has an @', () => {
    expect(buildUserFilter('')).toBeNull();
    expect(buildUserFilter('ann')).toEqual({ col: 'username', value: 'ann' });
    expect(buildUserFilter('ann@')).toEqual({ col: 'email', value: 'ann@' });
  });
});

describe('readKeysSearch', () => {
  it('tells the two lists apart', () => {
    expect(readKeysSearch({ of: 'users' })).toEqual({ of: 'users' });
    expect(readKeysSearch({ of: 'martians' })).toEqual({ of: undefined });
  });
});
