import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';

describe('validateRegularExpression', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it.each([
    ['^gpt-4', { isValid: true, errorMessage: null }],
    [
      '(',
      {
        isValid: false,
        errorMessage: expect.stringMatching(
          /^The pattern is not a valid regular expression in RE2 syntax: .+\.$/,
        ),
      },
    ],
    ['', { isValid: false, errorMessage: 'The pattern must not be empty.' }],
  ])('checks %p', async (regex, expected) => {
    const { data } = await server.gqlAs<{ validateRegularExpression: object }>(
      cookieOf(server.accounts.VIEWER),
      'query ($regex: String!) { validateRegularExpression(regex: $regex) { isValid errorMessage } }',
      { regex },
    );
    expect(data!.validateRegularExpression).toEqual(expected);
  });
});
