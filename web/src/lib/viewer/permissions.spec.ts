import { getPermissions, getRoleLabel, intersect } from './permissions.js';

describe('getPermissions', () => {
  it.each([
    ['SYSTEM', true, true],
    ['ADMIN', true, true],
    ['MANAGER', true, true],
    ['MEMBER', true, false],
    ['VIEWER', false, false],
    [undefined, false, false],
  ] as const)('allows %s to write (%s) and administer (%s)', (role, write, administer) => {
    expect(getPermissions(role)).toEqual({ write, administer });
  });
});

describe('intersect', () => {
  it('allows what both allow', () => {
    const manager = getPermissions('MANAGER');
    expect(intersect(manager, getPermissions('MEMBER'))).toEqual(getPermissions('MEMBER'));
    expect(intersect(getPermissions('VIEWER'), manager)).toEqual(getPermissions('VIEWER'));
  });
});

describe('getRoleLabel', () => {
  it('names every role, and shows an unknown role as it is', () => {
    expect(['VIEWER', 'MEMBER', 'MANAGER', 'ADMIN'].map(getRoleLabel)).toEqual([
      'Viewer',
      'Member',
      'Manager',
      'Administrator',
    ]);
    expect(getRoleLabel('SOMETHING_NEW')).toBe('SOMETHING_NEW');
  });
});
