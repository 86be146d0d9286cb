import { Inject, Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import type { AuthMethodName } from '../../users/auth-methods.contract.js';
import type { LoginSessionEntity } from '../sessions/login-session.entity.js';
import type { SignInMethod, SignInOffer } from './sign-in-method.contract.js';

/** The Nest module of a sign-in method: provides the method, and its own routes. */
export interface SignInMethodModule extends Type {
  readonly method: Type<SignInMethod>;
}

/** Injection token for every `SignInMethodModule`, in the order in which people see the methods. */
export const METHOD_MODULES = Symbol('METHOD_MODULES');

/** Asks the sign-in methods without knowing them. */
@Injectable()
export class SignInMethodsService implements OnModuleInit {
  private methods: readonly SignInMethod[] = [];

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(METHOD_MODULES) private readonly modules: readonly SignInMethodModule[],
    private readonly providers: ModuleRef,
  ) {}

  onModuleInit(): void {
    this.methods = this.modules.map(({ method }) => this.providers.get(method, { strict: false }));
  }

  /** Lists every way to sign in to this server. Empty if authentication is off. */
  listOffers(): (SignInOffer & { kind: AuthMethodName })[] {
    if (!this.env.auth.isEnabled) return [];
    return this.methods.flatMap((method) =>
      method.listOffers().map((offer) => ({ kind: method.kind, ...offer })),
    );
  }

  /** Returns where to send the browser to end a session at its provider as well, or null. */
  async findLogoutUrl(session: LoginSessionEntity, returnTo: string): Promise<string | null> {
    for (const method of this.methods) {
      const url =
        method.kind === session.authMethod
          ? await method.findLogoutUrl?.(session, returnTo)
          : undefined;
      if (url != null) return url;
    }
    return null;
  }
}
