import {
  ABILITIES,
  describeSecondFactor,
  explainFixedRole,
  explainRefusedDeletion,
  hasSecondFactor,
  ROLES,
} from './roles.js';

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

describe('describeSecondFactor', () => {
  it.each([
    [null, 0, 'none'],
    ['2026-02-03T04:05:06Z', 0, 'authenticator app'],
    [null, 1, '1 passkey'],
    ['2026-02-03T04:05:06Z', 2, 'authenticator app, 2 passkeys'],
  ])('of an app added at %s and %d passkeys is %s', (authenticatorAddedAt, count, words) => {
    const factors = {
      authenticatorAddedAt,
      passkeys: Array.from({ length: count }, (_, index) => ({ id: `passkey-${index}` })),
    };
    expect(describeSecondFactor(factors)).toBe(words);
    expect(hasSecondFactor(factors)).toBe(words !== 'none');
  });
});
