import { readOidcProviders } from '../../../config/oidc-env.js';
import { describeProvider } from './provider-facts.js';

describe('describeProvider', () => {
  it('lists the configuration without the secret', () => {
    const variables = {
      CLIENT_ID: 'spandrel',
      CLIENT_SECRET: 'hush-hush',
      OIDC_CONFIG_URL: 'https://idp.example.com/config',
      GROUPS_ATTRIBUTE_PATH: 'groups',
      ALLOWED_GROUPS: 'a,b',
      ROLE_ATTRIBUTE_PATH: 'role',
      ROLE_MAPPING: 'Owner:ADMIN',
      ROLE_ATTRIBUTE_STRICT: 'true',
    };
    const source = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [`SPANDREL_OAUTH2_ACME_${name}`, value]),
    );
    const [provider] = readOidcProviders(source, []);
    const facts = Object.fromEntries(
      describeProvider(provider!).map(({ label, value }) => [label, value]),
    );
    expect(facts).toMatchObject({
      'Redirect path': '/oauth2/acme/tokens',
      'Client ID': 'spandrel',
      'Allowed groups': 'a, b',
      'Role mapping': 'Owner → ADMIN',
      'If the role is unknown': 'refused',
    });
    expect(JSON.stringify(facts)).not.toContain('hush');
  });
});
