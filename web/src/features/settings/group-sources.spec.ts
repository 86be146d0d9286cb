import { explainSource, getSourceLabel } from './group-sources.js';

describe('the source of a group', () => {
  it('has a name', () => {
    expect((['LOCAL', 'OIDC', 'LDAP', 'SCIM'] as const).map(getSourceLabel)).toEqual([
      'Spandrel',
      'OpenID Connect',
      'LDAP',
      'SCIM',
    ]);
  });

  it('says where to change the members', () => {
    expect(explainSource('LOCAL')).toContain('here');
    for (const source of ['OIDC', 'LDAP', 'SCIM'] as const) {
      expect(explainSource(source)).toContain('Change its name and members there.');
    }
  });
});
