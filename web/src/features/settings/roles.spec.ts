import { ABILITIES, explainRefusedDeletion, explainFixedRole, ROLES } from './roles.js';

const ann = { id: 'ann', email: 'ann@example.com' };
const builtIn = { id: 'admin', email: 'admin@localhost' };

describe('roles', () => {
  it('include everything that lower roles may do', () => {
    for (const { roles } of ABILITIES.flatMap(({ abilities }) => abilities)) {
      expect(ROLES.slice(-roles.length)).toEqual(roles);
    }
  });

  it('can be given to other users', () => {
    expect(explainFixedRole(ann, 'bob')).toBeUndefined();
    expect(explainRefusedDeletion(ann, 'bob')).toBeUndefined();
  });

  it('cannot be changed by the user themselves', () => {
    expect(explainFixedRole(ann, 'ann')).toMatch(/your own role/);
    expect(explainRefusedDeletion(ann, 'ann')).toMatch(/your own account/);
  });

  it('cannot be taken from the built-in administrator', () => {
    expect(explainFixedRole(builtIn, 'ann')).toMatch(/built-in/);
    expect(explainRefusedDeletion(builtIn, 'ann')).toMatch(/built-in/);
  });
});
