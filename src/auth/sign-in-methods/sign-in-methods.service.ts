import { Inject, Injectable } from '@nestjs/common';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import type { AuthMethodName } from '../../users/user.entity.js';
import { LdapDirectoryService } from '../ldap/ldap-directory.service.js';
import { OidcProvidersService } from '../oidc/oidc-providers.service.js';

interface MethodDescription {
  kind: AuthMethodName;
  name: string;
  displayName: string;
  facts: { label: string; value: string }[];
}

/** What is configured for signing in, for administrators to look at. */
@Injectable()
export class SignInMethodsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly oidc: OidcProvidersService,
    @Inject(LdapDirectoryService) private readonly directory: LdapDirectoryService | null,
  ) {}

  /** Passwords first, then the providers by name, then the directory; nothing without sign-in. */
  list(): MethodDescription[] {
    const { isEnabled, isPasswordLoginEnabled } = this.env.auth;
    if (!isEnabled) return [];
    return [
      ...(isPasswordLoginEnabled ? [this.passwords()] : []),
      ...this.oidc.describe().map((provider) => ({ kind: 'OAUTH2' as const, ...provider })),
      ...(this.directory
        ? [
            {
              kind: 'LDAP' as const,
              name: 'ldap',
              displayName: 'LDAP',
              facts: this.directory.describe(),
            },
          ]
        : []),
    ];
  }

  private passwords(): MethodDescription {
    const { auth } = this.env;
    const lock =
      auth.loginMaxAttempts === null
        ? 'never'
        : `after ${auth.loginMaxAttempts} failures in a row, for 5 minutes`;
    return {
      kind: 'LOCAL',
      name: 'password',
      displayName: 'Password',
      facts: [
        { label: 'Shortest password', value: `${auth.passwordMinLength} characters` },
        {
          label: 'Digits, both cases and a sign',
          value: auth.isStrongPolicyEnabled ? 'asked for' : 'not asked for',
        },
        { label: 'An account is locked', value: lock },
        { label: 'Limits by address', value: auth.isRateLimited ? 'on' : 'off' },
        { label: 'A session rests at most', value: durationOf(auth.refreshTokenMinutes) },
        { label: 'A session lasts at most', value: durationOf(auth.sessionMinutes) },
      ],
    };
  }
}

function durationOf(minutes: number): string {
  const days = minutes / 1440;
  return Number.isInteger(days) ? `${days} ${days === 1 ? 'day' : 'days'}` : `${minutes} minutes`;
}
