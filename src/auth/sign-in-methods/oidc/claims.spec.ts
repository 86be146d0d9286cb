import { readOidcProviders } from '../../../config/oidc-env.js';
import { type Claims, lacksClaims, mergeClaims, readProfile } from './claims.js';
import { OidcRefusal } from './oidc-refusal.js';

const warn = () => undefined;

function provider(variables: Record<string, string> = {}) {
  const problems: string[] = [];
  const prefixed = Object.entries({
    CLIENT_ID: 'c',
    CLIENT_SECRET: 's',
    OIDC_CONFIG_URL: 'https://idp.example.com/config',
    ...variables,
  }).map(([suffix, value]) => [`SPANDREL_OAUTH2_ACME_${suffix}`, value]);
  const [only] = readOidcProviders(Object.fromEntries(prefixed), problems);
  if (!only || problems.length > 0) throw new Error(problems.join());
  return only;
}

const profileOf = (variables: Record<string, string>, claims: Claims) =>
  readProfile(provider(variables), 'sub', claims, warn);

function refusalOf(variables: Record<string, string>, claims: Claims) {
  try {
    profileOf(variables, claims);
  } catch (error) {
    if (error instanceof OidcRefusal) return [error.code, error.reason];
    throw error;
  }
  return null;
}

describe('readProfile', () => {
  it('returns a normalized email address, a name and a picture', () => {
    expect(
      profileOf(
        {},
        {
          email: ' Ada@Example.COM ',
          email_verified: true,
          name: 'Ada\nLovelace',
          picture: 'https://x.example/a.png',
        },
      ),
    ).toEqual({
      subject: 'sub',
      email: 'ada@example.com',
      emailVerified: true,
      name: 'Ada Lovelace',
      pictureUrl: 'https://x.example/a.png',
      role: null,
    });
  });

  it('falls back to the local part of the email address for the name', () => {
    expect(profileOf({}, { email: 'ada@example.com', name: '  ' }).name).toBe('ada');
    expect(profileOf({}, { email: 'ada@example.com', name: 7 }).name).toBe('ada');
  });

  it.each(['javascript:alert(1)', 'data:image/png;base64,AAAA', 'a.png', 7])(
    'ignores the picture %s',
    (picture) => {
      expect(profileOf({}, { email: 'a@b.c', picture }).pictureUrl).toBeNull();
    },
  );

  it('finds the email address at the configured path', () => {
    const paths = { EMAIL_ATTRIBUTE_PATH: 'contact.mails[?primary].value | [0]' };
    const claims = { contact: { mails: [{ value: 'x@y.z' }, { value: 'P@y.z', primary: true }] } };
    expect(profileOf(paths, claims).email).toBe('p@y.z');
  });

  it.each<[Claims]>([
    [{}],
    [{ email: '' }],
    [{ email: '   ' }],
    [{ email: null }],
    [{ email: 7 }],
    [{ email: ['a@b.c'] }],
    [{ email: { value: 'a@b.c' } }],
    [{ email: 'ada' }],
    [{ email: 'ada@' }],
    [{ email: 'a b@c.d' }],
    [{ email: 'a@b@c.d' }],
    [{ email: `${'a'.repeat(320)}@b.c` }],
  ])('requires an email address: %j', (claims) => {
    expect(refusalOf({}, claims)).toEqual(['missing_email_scope', 'email_missing']);
  });

  it.each(['', ' ', 's'.repeat(256)])('requires a subject: %j', (subject) => {
    expect(() => readProfile(provider(), subject, { email: 'a@b.c' }, warn)).toThrow(OidcRefusal);
  });

  it.each([false, 'false', 'False'])('refuses an unverified email address (%j)', (flag) => {
    expect(refusalOf({}, { email: 'a@b.c', email_verified: flag })).toEqual([
      'auth_failed',
      'email_not_verified',
    ]);
  });

  it('applies `email_verified` only to the address in the standard claim', () => {
    const paths = { EMAIL_ATTRIBUTE_PATH: 'other' };
    const claims = { email: 'a@b.c', email_verified: true };
    expect(profileOf(paths, { ...claims, other: 'x@y.z' }).emailVerified).toBe(false);
    expect(profileOf(paths, { ...claims, other: 'A@b.c' }).emailVerified).toBe(true);
    expect(profileOf({}, { email: 'a@b.c' }).emailVerified).toBe(false);
  });

  describe('groups', () => {
    const groups = { GROUPS_ATTRIBUTE_PATH: 'groups', ALLOWED_GROUPS: 'ops, 7 ,true' };

    it.each([[['dev', 'ops']], ['ops'], [[7]], [7], [true], [[['x'], 'ops']]])(
      'admit %j',
      (value) => {
        expect(refusalOf(groups, { email: 'a@b.c', groups: value })).toBeNull();
      },
    );

    it.each([[['OPS']], ['ops,dev'], [[]], [null], [[['ops']]], [{ ops: true }], ['op']])(
      'refuse %j',
      (value) => {
        expect(refusalOf(groups, { email: 'a@b.c', groups: value })).toEqual([
          'auth_failed',
          'group_not_allowed',
        ]);
      },
    );

    it('refuse everybody if the expression fails', () => {
      const failing = { GROUPS_ATTRIBUTE_PATH: 'keys(groups)', ALLOWED_GROUPS: 'ops' };
      expect(refusalOf(failing, { email: 'a@b.c', groups: 'ops' })?.[1]).toBe('group_not_allowed');
    });
  });

  describe('roles', () => {
    const role = (variables: Record<string, string>, value: unknown) =>
      profileOf({ ROLE_ATTRIBUTE_PATH: 'role', ...variables }, { email: 'a@b.c', role: value })
        .role;

    it.each([
      ['admin', 'ADMIN'],
      [['Member', 'ADMIN'], 'MEMBER'],
      ['VIEWER', 'VIEWER'],
      ['SYSTEM', 'VIEWER'],
      ['root', 'VIEWER'],
      [undefined, 'VIEWER'],
      [{}, 'VIEWER'],
      [[{}, 'ADMIN'], 'VIEWER'],
      [[['ADMIN']], 'VIEWER'],
      [[], 'VIEWER'],
    ])('maps our own name %j to %s', (value, expected) => {
      expect(role({}, value)).toBe(expected);
    });

    it.each([
      ['Owner', 'ADMIN'],
      ['owner', 'VIEWER'],
      ['ADMIN', 'VIEWER'],
      [['Dev', 'Owner'], 'MEMBER'],
      ['__proto__', 'VIEWER'],
      ['constructor', 'VIEWER'],
    ])('maps %j to %s by a mapping', (value, expected) => {
      expect(role({ ROLE_MAPPING: 'Owner:ADMIN,Dev:MEMBER' }, value)).toBe(expected);
    });

    it.each(['root', 'SYSTEM', undefined])('refuses %j in strict mode', (value) => {
      expect(
        refusalOf(
          { ROLE_ATTRIBUTE_PATH: 'role', ROLE_ATTRIBUTE_STRICT: 'true' },
          { email: 'a@b.c', role: value },
        ),
      ).toEqual(['auth_failed', 'role_not_understood']);
    });
  });
});

describe('the UserInfo endpoint', () => {
  const configured = provider({
    GROUPS_ATTRIBUTE_PATH: 'groups',
    ALLOWED_GROUPS: 'a',
    ROLE_ATTRIBUTE_PATH: 'role',
  });

  it('is queried only for claims that the ID token lacks', () => {
    const complete = { email: 'a@b.c', groups: ['a'], role: 'root' };
    expect(lacksClaims(configured, complete, warn)).toBe(false);
    expect(lacksClaims(configured, { ...complete, email: '' }, warn)).toBe(true);
    expect(lacksClaims(configured, { ...complete, groups: [] }, warn)).toBe(true);
    expect(lacksClaims(configured, { ...complete, role: null }, warn)).toBe(true);
    expect(lacksClaims(provider(), { email: 'a@b.c' }, warn)).toBe(false);
  });

  it('never overrides the ID token, and fills its gaps', () => {
    expect(
      mergeClaims(
        { email: 'token@b.c', groups: [], name: '' },
        { email: 'info@b.c', groups: ['a'], name: 'Ada' },
      ),
    ).toEqual({ email: 'token@b.c', groups: ['a'], name: 'Ada' });
  });
});
