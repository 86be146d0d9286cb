import { permissionsOf } from './permissions.js';

describe('permissionsOf', () => {
  it.each([
    ['SYSTEM', true, true],
    ['ADMIN', true, true],
    ['MEMBER', true, false],
    ['VIEWER', false, false],
    [undefined, false, false],
  ] as const)('lets %s write: %s, administer: %s', (role, write, administer) => {
    expect(permissionsOf(role)).toEqual({ write, administer });
  });
});
