import { Inject, Injectable } from '@nestjs/common';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import type { AuthMethodName } from '../../users/auth-methods.contract.js';
import type { LoginSessionEntity } from '../sessions/login-session.entity.js';
import type { SignInMethod, SignInOffer } from './sign-in-method.js';

/** Injection token for every `SignInMethod`, in the order in which administrators see them. */
export const SIGN_IN_METHODS = Symbol('SIGN_IN_METHODS');

/** Asks the sign-in methods without knowing them. */
@Injectable()
export class SignInMethodsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(SIGN_IN_METHODS) private readonly methods: readonly SignInMethod[],
  ) {}

  /** Lists every way to sign in to this server. Empty if authentication is off. */
  listOffers(): (SignInOffer & { kind: AuthMethodName })[] {
    if (!this.env.auth.isEnabled) return [];
    return this.methods.flatMap((method) =>
      method.listOffers().map((offer) => ({ kind: method.kind, ...offer })),
    );
  }

  /** Returns where to send the browser to end a session at its provider as well, or null. */
  async findLogoutUrl(session: LoginSessionEntity, returnTo: string): Promise<string | null> {
    const method = this.methods.find(({ kind }) => kind === session.authMethod);
    return (await method?.findLogoutUrl?.(session, returnTo)) ?? null;
  }
}
