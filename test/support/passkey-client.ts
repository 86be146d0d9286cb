import { type Account, ADMIN_PASSWORD, cookieOf, type SecuredServer } from './accounts.js';
import { type PasskeyOptions, SoftwarePasskey } from './software-passkey.js';

export const START_PASSKEY =
  'mutation ($input: PasswordProofInput!) { startPasskey(input: $input) { options } }';
export const ADD_PASSKEY =
  'mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { recoveryCodes } }';

interface Data {
  startPasskey: { options: PasskeyOptions & Record<string, unknown> };
  addPasskey: { recoveryCodes: string[] | null };
}

/** Does what the web UI does with passkeys, at a host name. */
export class PasskeyClient {
  readonly origin: string;
  private readonly host: { Host: string };

  constructor(private readonly server: SecuredServer) {
    this.host = { Host: `localhost:${new URL(server.url).port}` };
    this.origin = `http://${this.host.Host}`;
  }

  send<T = Data>(account: Account, query: string, input: object = {}) {
    return this.server.gqlAs<T>({ ...cookieOf(account), ...this.host }, query, { input });
  }

  async start(account: Account) {
    const { data } = await this.send(account, START_PASSKEY, { password: ADMIN_PASSWORD });
    return data!.startPasskey.options;
  }

  /** Returns recovery codes, the error message, or `added`. */
  async add(account: Account, credential: object, name = 'laptop'): Promise<string[] | string> {
    const { data, errors } = await this.send(account, ADD_PASSKEY, { name, credential });
    return data?.addPasskey.recoveryCodes ?? errors?.[0]?.message ?? 'added';
  }

  /** Adds a passkey to an account. */
  async addTo(account: Account): Promise<SoftwarePasskey> {
    const passkey = new SoftwarePasskey();
    const { origin } = this;
    await this.add(account, passkey.create(await this.start(account), { origin }));
    return passkey;
  }

  post(path: string, body: object = {}, Cookie = '') {
    return this.server.request
      .post(path)
      .set({ ...this.host, ...(Cookie && { Cookie }) })
      .send(body);
  }

  async options(): Promise<PasskeyOptions> {
    return (await this.post('/auth/passkey/options')).body;
  }

  signIn(passkey: object) {
    return this.post('/auth/passkey/login', { passkey });
  }

  /** Enters the password. @returns the cookie of the second step. */
  async ticketOf({ email }: Account): Promise<string> {
    const { headers } = await this.post('/auth/login', { email, password: ADMIN_PASSWORD });
    return (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
  }

  async secondOptions(ticket: string): Promise<PasskeyOptions> {
    return (await this.post('/auth/second-factor/options', {}, ticket)).body;
  }
}
