import { addableMethods } from './addable-methods.js';

const none = {
  basicAuthDisabled: true,
  oAuth2Idps: [],
  ldapEnabled: false,
  ldapManualUserCreationEnabled: false,
};
const acme = { name: 'acme', displayName: 'Acme' };

describe('people can be added', () => {
  it('with a password, unless passwords are turned off', () => {
    expect(addableMethods({ ...none, basicAuthDisabled: false })).toEqual(['LOCAL']);
    expect(addableMethods(none)).toEqual([]);
  });

  it('for a provider, when there is one', () => {
    expect(addableMethods({ ...none, oAuth2Idps: [acme] })).toEqual(['OAUTH2']);
  });

  it('for the directory, when it lets them', () => {
    expect(addableMethods({ ...none, ldapEnabled: true })).toEqual([]);
    expect(addableMethods({ ...none, ldapManualUserCreationEnabled: true })).toEqual([]);
    expect(
      addableMethods({ ...none, ldapEnabled: true, ldapManualUserCreationEnabled: true }),
    ).toEqual(['LDAP']);
  });
});
