import { exportPath, isFiltered, readAuditSearch, readKeysSearch, userFilter } from './search.js';

describe('the address of the audit log', () => {
  it('holds every filter', () => {
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

  it('loses what cannot be read', () => {
    const search = readAuditSearch({ outcome: 'maybe', timeRangeStart: 'yesterday' });
    expect(search.outcome).toBeUndefined();
    expect(search.timeRangeStart).toBeUndefined();
    expect(isFiltered(search)).toBe(false);
  });
});

describe('the export of the audit log', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  it('asks for what is shown', () => {
    const path = exportPath({ action: 'logout', q: 'a&b', timeRangeKey: '1d' }, 'csv', now);
    expect(path).toBe(
      'v1/audit_events/export?format=csv&action=logout&search=a%26b&start=2026-11-19T12%3A00%3A00.000Z',
    );
  });

  it('asks for everything when nothing narrows it', () => {
    expect(exportPath({ timeRangeKey: 'all' }, 'jsonl', now)).toBe(
      'v1/audit_events/export?format=jsonl',
    );
  });
});

describe('the search for users', () => {
  it('looks for names, and for addresses where there is an @', () => {
    expect(userFilter('')).toBeNull();
    expect(userFilter('ann')).toEqual({ col: 'username', value: 'ann' });
    expect(userFilter('ann@')).toEqual({ col: 'email', value: 'ann@' });
  });
});

describe('the lists of API keys', () => {
  it('are told apart in the address', () => {
    expect(readKeysSearch({ of: 'users' })).toEqual({ of: 'users' });
    expect(readKeysSearch({ of: 'martians' })).toEqual({ of: undefined });
  });
});
