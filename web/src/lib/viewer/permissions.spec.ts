import { getPermissions, getRoleLabel } from './permissions.js';

describe('getPermissions', () => {
  it.each([
    ['SYSTEM', true, true],
    ['ADMIN', true, true],
    ['MEMBER', true, false],
    ['VIEWER', false, false],
    [undefined, false, false],
  ] as const)('allows %s to write (%s) and administer (%s)', (role, write, administer) => {
    expect(getPermissions(role)).toEqual({ write, administer });
  });
});

describe('getRoleLabel', () => {
  it('names every role, and shows an unknown role as it is', () => {
    expect(['VIEWER', 'MEMBER', 'ADMIN'].map(getRoleLabel)).toEqual([
      'Viewer',
      'Member',
      'Administrator',
    ]);
    expect(getRoleLabel('SOMETHING_NEW')).toBe('SOMETHING_NEW');
  });
});
