import { permissionsOf, roleLabel } from './permissions.js';

describe('permissionsOf', () => {
  it.each([
    ['SYSTEM', true, true],
    ['ADMIN', true, true],
    ['MEMBER', true, false],
    ['VIEWER', false, false],
    [undefined, false, false],
  ] as const)('allows %s to write (%s) and administer (%s)', (role, write, administer) => {
    expect(permissionsOf(role)).toEqual({ write, administer });
  });
});

describe('roleLabel', () => {
  it('names every role, and shows an unknown role as it is', () => {
    expect(['VIEWER', 'MEMBER', 'ADMIN'].map(roleLabel)).toEqual([
      'Viewer',
      'Member',
      'Administrator',
    ]);
    expect(roleLabel('SOMETHING_NEW')).toBe('SOMETHING_NEW');
  });
});
