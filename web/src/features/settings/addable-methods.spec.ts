import { listAddableMethods } from './addable-methods.js';

const none = {
  basicAuthDisabled: true,
  oAuth2Idps: [],
  ldapEnabled: false,
  ldapManualUserCreationEnabled: false,
};
const acme = { name: 'acme', displayName: 'Acme' };

describe('sign-in methods for new users', () => {
  it('include passwords unless they are turned off', () => {
    expect(listAddableMethods({ ...none, basicAuthDisabled: false })).toEqual(['LOCAL']);
    expect(listAddableMethods(none)).toEqual([]);
  });

  it('include providers if one is configured', () => {
    expect(listAddableMethods({ ...none, oAuth2Idps: [acme] })).toEqual(['OAUTH2']);
  });

  it('include the directory if it allows them', () => {
    expect(listAddableMethods({ ...none, ldapEnabled: true })).toEqual([]);
    expect(listAddableMethods({ ...none, ldapManualUserCreationEnabled: true })).toEqual([]);
    expect(
      listAddableMethods({ ...none, ldapEnabled: true, ldapManualUserCreationEnabled: true }),
    ).toEqual(['LDAP']);
  });
});
