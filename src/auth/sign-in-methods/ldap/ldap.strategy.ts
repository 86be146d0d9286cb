import type { Request } from 'express';
import { Strategy } from 'passport-strategy';
import type { DirectoryPerson } from './directory-person.js';

export interface LdapStrategyOptions {
  /** The directory to ask. */
  server: { authenticate(username: string, password: string): Promise<DirectoryPerson | null> };
  /** Fields of the body. Defaults to `username` and `password`. */
  usernameField?: string;
  passwordField?: string;
  /** Passes the request to `verify` as its first argument. */
  passReqToCallback?: boolean;
}

type Done = (error: unknown, user?: unknown, info?: unknown) => void;
type Verify = (user: DirectoryPerson, done: Done) => void;
type VerifyWithRequest = (request: Request, user: DirectoryPerson, done: Done) => void;

/**
 * A passport strategy for LDAP with the interface of `passport-ldapauth`: `verify` turns a
 * directory user into an account, or null. It queries the directory through `ldapts`
 * (docs/adr/0010). It reads credentials from the body only, because URLs end up in logs.
 */
export class LdapStrategy extends Strategy {
  readonly name = 'ldapauth';

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

  /** Always calls exactly one of `success`, `fail` and `error`. */
  override authenticate(request: Request, _options?: unknown): void {
    const { usernameField = 'username', passwordField = 'password' } = this.options;
    const body = request.body as Record<string, unknown> | undefined;
    const username = body?.[usernameField];
    const password = body?.[passwordField];
    if (typeof username !== 'string' || typeof password !== 'string' || !username || !password) {
      return this.fail({ message: 'Missing credentials' }, 400);
    }
    this.options.server
      .authenticate(username, password)
      .then((person) => {
        if (!person) return this.fail({ message: 'Invalid username/password' }, 401);
        this.verifyPerson(request, person);
      })
      .catch((error: unknown) => this.error(error as Error));
  }

  private verifyPerson(request: Request, person: DirectoryPerson): void {
    const done: Done = (error, user, info) => {
      if (error) this.error(error as Error);
      else if (user) this.success(user, info);
      else this.fail(info, 401);
    };
    if (this.options.passReqToCallback) (this.verify as VerifyWithRequest)(request, person, done);
    else (this.verify as Verify)(person, done);
  }
}
