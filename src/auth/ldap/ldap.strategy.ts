import Strategy from 'passport-strategy';
import type { DirectoryPerson } from './directory-person.js';

/** The part of a request that a strategy looks at. */
export interface LoginRequest {
  body?: Record<string, unknown>;
}

export interface LdapStrategyOptions {
  /** The directory that is asked. */
  server: { authenticate(username: string, password: string): Promise<DirectoryPerson | null> };
  /** Fields of the body; `username` and `password` unless given. */
  usernameField?: string;
  passwordField?: string;
  /** The first argument of `verify` is the request. */
  passReqToCallback?: boolean;
}

type Done = (error: unknown, user?: unknown, info?: unknown) => void;
type Verify = (user: DirectoryPerson, done: Done) => void;
type VerifyWithRequest = (request: LoginRequest, user: DirectoryPerson, done: Done) => void;

/**
 * Passport's strategy for LDAP, with the interface of `passport-ldapauth`: `verify` turns somebody
 * whom the directory knows into a user, or into nobody. The directory itself is asked with `ldapts`
 * (docs/adr/0010). Credentials are read from the body only: addresses end up in logs.
 */
export class LdapStrategy extends Strategy {
  override readonly name = 'ldapauth';

  constructor(options: LdapStrategyOptions & { passReqToCallback?: false }, verify: Verify);
  constructor(
    options: LdapStrategyOptions & { passReqToCallback: true },
    verify: VerifyWithRequest,
  );
  constructor(
    private readonly options: LdapStrategyOptions,
    private readonly verify: Verify | VerifyWithRequest,
  ) {
    super();
  }

  /** Calls `success`, `fail` or `error`, whatever happens, and only one of them. */
  override authenticate(request: LoginRequest, _options?: unknown): void {
    const { usernameField = 'username', passwordField = 'password' } = this.options;
    const username = request.body?.[usernameField];
    const password = request.body?.[passwordField];
    if (typeof username !== 'string' || typeof password !== 'string' || !username || !password) {
      return this.fail({ message: 'Missing credentials' }, 400);
    }
    this.options.server
      .authenticate(username, password)
      .then((person) => {
        if (!person) return this.fail({ message: 'Invalid username/password' }, 401);
        this.decide(request, person);
      })
      .catch((error: unknown) => this.error(error));
  }

  private decide(request: LoginRequest, person: DirectoryPerson): void {
    const done: Done = (error, user, info) => {
      if (error) this.error(error);
      else if (user) this.success(user, info);
      else this.fail(info);
    };
    if (this.options.passReqToCallback) (this.verify as VerifyWithRequest)(request, person, done);
    else (this.verify as Verify)(person, done);
  }
}

/**
 * Runs a strategy for one request, as passport does: each request has an instance of its own.
 * @returns the user, or null when the strategy says no.
 */
export function authenticateWith<User>(
  strategy: Strategy,
  request: LoginRequest,
): Promise<User | null> {
  return new Promise((resolve, reject) => {
    const attempt = Object.create(strategy) as Strategy;
    attempt.success = (user) => resolve(user as User);
    attempt.fail = () => resolve(null);
    attempt.error = reject;
    attempt.authenticate(request);
  });
}
