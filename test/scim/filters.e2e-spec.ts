import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { type ScimBody, ScimClient } from './scim-client.js';

describe('SCIM filters', () => {
  let server: SecuredServer;
  let scim: ScimClient;
  let ada: ScimBody;
  let bob: ScimBody;

  beforeAll(async () => {
    server = await startSecuredServer();
    scim = await ScimClient.create(server);
    ada = await scim.createUser({
      userName: 'ada@filters.example',
      externalId: 'Ext-Ada',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
    });
    bob = await scim.createUser({
      userName: 'bob@filters.example',
      name: { givenName: 'Bob', familyName: "O'Neill %_\\" },
      active: false,
    });
  });
  afterAll(() => server.stop());

  const here = 'userName ew "@filters.example" and ';

  it.each<[string, () => string[]]>([
    ['userName eq "ADA@filters.example"', () => ['ada']],
    ['USERNAME Eq "ada@filters.example"', () => ['ada']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ada@f"', () => ['ada']],
    ['externalId eq "Ext-Ada"', () => ['ada']],
    ['externalId eq "ext-ada"', () => []],
    [`${here}externalId pr`, () => ['ada']],
    [`${here}not (externalId pr)`, () => ['bob']],
    [`${here}externalId eq null`, () => ['bob']],
    [`${here}externalId ne "Ext-Ada"`, () => ['bob']],
    [`${here}active eq true`, () => ['ada']],
    [`${here}active eq "False"`, () => ['bob']],
    [`${here}(name.givenName co "D" or name.familyName co "neill %_\\\\")`, () => ['ada', 'bob']],
    [`${here}name.familyName gt "M"`, () => ['bob']],
    [`${here}emails[type eq "work" and value co "ada"]`, () => ['ada']],
    [`${here}emails[type eq "work"].value sw "ada"`, () => ['ada']],
    [`${here}emails[type eq "home"].value pr`, () => []],
    [`${here}emails.value eq "bob@filters.example"`, () => ['bob']],
    [`${here}meta.created gt "2020-01-01T00:00:00Z"`, () => ['ada', 'bob']],
    [`${here}meta.lastModified lt "2020-01-01T00:00:00Z"`, () => []],
    [`${here}id eq "nonsense"`, () => []],
  ])('%s', async (filter, names) => {
    expect(await scim.find(filter)).toEqual(names().map((name) => `${name}@filters.example`));
  });

  it('finds by id', async () => {
    expect(await scim.find(`id eq "${ada.id}"`)).toEqual([ada['userName']]);
    expect(await scim.find(`${here}id ne "${ada.id}"`)).toEqual([bob['userName']]);
  });

  it.each([
    ['text that is no filter', 'hello'],
    ['an unknown attribute', 'shoeSize eq 42'],
    ['an inherited name of JavaScript', 'constructor pr'],
    ['a prototype', '__proto__ pr'],
    ['a password', 'password sw "a"'],
    ['an unknown operator', 'userName like "a"'],
    ['an open quote', 'userName eq "a'],
    ['an open bracket', '(userName eq "a"'],
    ['a part of an attribute without one', '.value eq "a"'],
    ['a part that is no comparison', 'emails[type eq "work"].value'],
    ['a part as a value', 'userName eq .value'],
    ['SQL', 'userName eq "a") OR (1=1'],
    ['a number for a text', 'userName eq 1'],
    ['a text for a boolean', 'active eq "perhaps"'],
    ['a boolean in an order', 'active gt true'],
    ['an id in an order', 'id gt "a"'],
    ['a time that is none', 'meta.created gt "yesterday"'],
    ['a time that contains', 'meta.created co "2026"'],
    ['null in an order', 'userName gt null'],
    ['NUL characters', 'userName eq "a\\u0000"'],
    ['a very long filter', `userName eq "${'x'.repeat(3000)}"`],
    ['deep brackets', `${'('.repeat(900)}active pr${')'.repeat(900)}`],
  ])('refuses %s', async (_, filter) => {
    expect(await scim.find(filter)).toEqual([400, 'invalidFilter']);
  });

  it.each(["'; DROP TABLE users; --", "' OR 1=1 --", '$1', '\\', '%', '_'])(
    'compares %s as a text',
    async (text) => {
      expect(await scim.find(`userName eq ${JSON.stringify(text)}`)).toEqual([]);
      expect(await scim.find(`userName co ${JSON.stringify(text)}`)).toEqual([]);
    },
  );
});
