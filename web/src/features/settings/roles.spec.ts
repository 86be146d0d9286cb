import { ABILITIES, deletionIsRefused, roleIsFixed, ROLES } from './roles.js';

const ann = { id: 'ann', email: 'ann@example.com' };
const builtIn = { id: 'admin', email: 'admin@localhost' };

describe('roles', () => {
  it('grow: who may more, may also what the others may', () => {
    for (const { roles } of ABILITIES.flatMap(({ abilities }) => abilities)) {
      expect(ROLES.slice(-roles.length)).toEqual(roles);
    }
  });

  it('are given to others', () => {
    expect(roleIsFixed(ann, 'bob')).toBeUndefined();
    expect(deletionIsRefused(ann, 'bob')).toBeUndefined();
  });

  it('are not changed by oneself', () => {
    expect(roleIsFixed(ann, 'ann')).toMatch(/their own role/);
    expect(deletionIsRefused(ann, 'ann')).toMatch(/their own account/);
  });

  it('stay with the built-in administrator', () => {
    expect(roleIsFixed(builtIn, 'ann')).toMatch(/built-in/);
    expect(deletionIsRefused(builtIn, 'ann')).toMatch(/built-in/);
  });
});
