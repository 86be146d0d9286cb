import {
  type Account,
  ADMIN_PASSWORD,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { PasskeyClient } from '../support/passkey-client.js';
import { createLocalAccount } from '../support/second-factor.js';
import type { SoftwarePasskey } from '../support/software-passkey.js';

const password = ADMIN_PASSWORD;
const NOT_VERIFIED = 'The passkey could not be verified.';

describe('passkeys', () => {
  let server: SecuredServer;
  let client: PasskeyClient;
  let origin: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    client = new PasskeyClient(server);
    ({ origin } = client);
  });
  afterAll(() => server.stop());

  describe('as the second step', () => {
    let account: Account;
    let passkey: SoftwarePasskey;

    beforeEach(async () => {
      account = await createLocalAccount(server);
      passkey = await client.addTo(account);
    });

    it('complete a sign-in with the password, even without verifying the user', async () => {
      const first = await client.post('/auth/login', { email: account.email, password });
      expect(first.body).toEqual({ second_factors: ['passkey', 'recovery_code'] });
      const ticket = await client.ticketOf(account);
      const asked = await client.secondOptions(ticket);
      expect(asked).toMatchObject({
        allowCredentials: [{ id: passkey.id.toString('base64url'), transports: ['internal'] }],
        userVerification: 'preferred',
      });
      const answer = passkey.use(asked, { origin, verifiesUser: false });
      const response = await client.post('/auth/second-factor', { passkey: answer }, ticket);
      expect(response.status).toBe(204);
      const again = await client.post('/auth/second-factor', { passkey: answer }, ticket);
      expect([again.status, again.text]).toEqual([401, 'Enter your password again.']);
    });

    it('are refused if they belong to somebody else', async () => {
      const thief = await createLocalAccount(server);
      const own = await client.addTo(thief);
      const ticket = await client.ticketOf(account);
      const answer = own.use(await client.secondOptions(ticket), { origin });
      const response = await client.post('/auth/second-factor', { passkey: answer }, ticket);
      expect([response.status, response.text]).toEqual([401, NOT_VERIFIED]);
    });

    it('are refused with the challenge of a sign-in without password', async () => {
      const ticket = await client.ticketOf(account);
      const answer = passkey.use(await client.options(), { origin });
      const response = await client.post('/auth/second-factor', { passkey: answer }, ticket);
      expect(response.status).toBe(401);
    });

    it('take a ticket', async () => {
      const response = await client.post('/auth/second-factor/options');
      expect([response.status, response.text]).toEqual([401, 'Enter your password again.']);
    });

    it('are sent without a code', async () => {
      const ticket = await client.ticketOf(account);
      const answer = passkey.use(await client.secondOptions(ticket), { origin });
      const both = await client.post(
        '/auth/second-factor',
        { passkey: answer, code: '123456' },
        ticket,
      );
      expect(both.status).toBe(422);
    });
  });
});
