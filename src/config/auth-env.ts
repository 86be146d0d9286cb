import { z } from 'zod';
import { isSecretStrong, SECRET_RULES } from './secret-rules.js';
import { ConfigurationError, flag, minutes, text, truth, wholeNumber } from './variables.js';

const secret = text(SECRET_RULES).refine(isSecretStrong, SECRET_RULES);

const LIST_OF_ADMINS = 'a list such as Ada Lovelace=ada@example.com;Grace Hopper=grace@example.com';
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** One entry of `SPANDREL_ADMINS`. */
export interface NamedAdmin {
  username: string;
  /** Lower case. */
  email: string;
}

/** `Name=email;Name 2=email2`: names may contain `,` and `=` but not `;`. */
const admins = text(LIST_OF_ADMINS)
  .transform((value, context): NamedAdmin[] => {
    const people = value
      .split(';')
      .filter((item) => item.trim() !== '')
      .map((item) => {
        const at = item.lastIndexOf('=');
        return {
          username: item.slice(0, Math.max(0, at)).trim(),
          email: item
            .slice(at + 1)
            .trim()
            .toLowerCase(),
        };
      });
    const isComplete = people.every(({ username, email }) => username !== '' && EMAIL.test(email));
    const isUnique = (['username', 'email'] as const).every(
      (field) => new Set(people.map((person) => person[field])).size === people.length,
    );
    if (!isComplete || people.length === 0) {
      context.addIssue({ code: 'custom', message: LIST_OF_ADMINS });
      return z.NEVER;
    }
    if (!isUnique) {
      context.addIssue({
        code: 'custom',
        message: 'a list in which no name or email address appears twice',
      });
      return z.NEVER;
    }
    return people;
  })
  .default([]);

const cookiesPath = text('a path that starts with /').regex(
  /^\/[^\s;,]*$/,
  'a path that starts with /, without spaces, commas or semicolons',
);

const DAYS = 'a whole number of days from 1 to 36500';
const days = text(DAYS)
  .regex(/^\d+$/, DAYS)
  .transform(Number)
  .refine((value) => value >= 1 && value <= 36_500, DAYS);

export const authVariables = {
  SPANDREL_ENABLE_AUTH: flag(false),
  SPANDREL_SECRET: secret.optional(),
  SPANDREL_PREVIOUS_SECRETS: text('secrets separated by commas')
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .refine(
      (items) => items.every(isSecretStrong),
      `secrets separated by commas, each ${SECRET_RULES}`,
    )
    .default([]),
  SPANDREL_ADMIN_SECRET: secret.optional(),
  SPANDREL_DISABLE_BASIC_AUTH: flag(false),
  SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: text('a password').optional(),
  SPANDREL_ADMINS: admins,
  SPANDREL_PASSWORD_MIN_LENGTH: wholeNumber(15, 1, 128),
  SPANDREL_ENABLE_STRONG_PASSWORD_POLICY: flag(false),
  SPANDREL_REQUIRE_SECOND_FACTOR: flag(false),
  SPANDREL_ACCESS_TOKEN_EXPIRY_MINUTES: minutes(10),
  SPANDREL_REFRESH_TOKEN_EXPIRY_MINUTES: minutes(10_080),
  SPANDREL_SESSION_LIFETIME_MINUTES: minutes(43_200),
  SPANDREL_PASSWORD_RESET_TOKEN_EXPIRY_MINUTES: minutes(15),
  SPANDREL_USE_SECURE_COOKIES: truth().optional(),
  SPANDREL_COOKIES_PATH: cookiesPath.default('/'),
  SPANDREL_API_KEY_MAX_LIFETIME_DAYS: days.optional(),
  SPANDREL_DISABLE_RATE_LIMIT: flag(false),
  SPANDREL_DISABLE_BRUTE_FORCE_LOGIN_PROTECTION: flag(false),
  SPANDREL_BRUTE_FORCE_LOGIN_PROTECTION_MAX_ATTEMPTS: wholeNumber(5, 1, 1000),
};

type AuthVariables = z.infer<z.ZodObject<typeof authVariables>>;

/** Settings of accounts, tokens and secrets. */
export interface AuthEnv {
  /** If false, everyone is the anonymous administrator. */
  isEnabled: boolean;
  /** Newest first: the first signs and seals, and all are accepted. Empty if none is set. */
  secrets: string[];
  adminSecret: string | undefined;
  /** Whether users can sign in with a password that Spandrel stores. */
  isPasswordLoginEnabled: boolean;
  initialAdminPassword: string | undefined;
  admins: NamedAdmin[];
  passwordMinLength: number;
  /** Also requires a digit, both cases and a special character. */
  isStrongPolicyEnabled: boolean;
  /** Whether local accounts must add a second factor before they do anything else. */
  isSecondFactorRequired: boolean;
  accessTokenMinutes: number;
  refreshTokenMinutes: number;
  /** Maximum time between two sign-ins, however often the tokens are refreshed. */
  sessionMinutes: number;
  passwordResetMinutes: number;
  cookies: { secure: boolean; path: string };
  /** Days within which every API key must expire; null: keys may have no expiry. */
  apiKeyMaxDays: number | null;
  isRateLimited: boolean;
  /** Consecutive failures that lock an account; null: never. */
  loginMaxAttempts: number | null;
}

/** @throws ConfigurationError if variables contradict each other. */
export function readAuth(v: AuthVariables, rootUrl: string): AuthEnv {
  checkSecrets(v);
  return {
    isEnabled: v.SPANDREL_ENABLE_AUTH,
    secrets: v.SPANDREL_SECRET ? [v.SPANDREL_SECRET, ...v.SPANDREL_PREVIOUS_SECRETS] : [],
    adminSecret: v.SPANDREL_ADMIN_SECRET,
    isPasswordLoginEnabled: !v.SPANDREL_DISABLE_BASIC_AUTH,
    initialAdminPassword: v.SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD,
    admins: v.SPANDREL_ADMINS,
    passwordMinLength: v.SPANDREL_PASSWORD_MIN_LENGTH,
    isStrongPolicyEnabled: v.SPANDREL_ENABLE_STRONG_PASSWORD_POLICY,
    isSecondFactorRequired: v.SPANDREL_REQUIRE_SECOND_FACTOR,
    accessTokenMinutes: v.SPANDREL_ACCESS_TOKEN_EXPIRY_MINUTES,
    refreshTokenMinutes: v.SPANDREL_REFRESH_TOKEN_EXPIRY_MINUTES,
    sessionMinutes: v.SPANDREL_SESSION_LIFETIME_MINUTES,
    passwordResetMinutes: v.SPANDREL_PASSWORD_RESET_TOKEN_EXPIRY_MINUTES,
    cookies: {
      secure: v.SPANDREL_USE_SECURE_COOKIES ?? rootUrl.startsWith('https:'),
      path: v.SPANDREL_COOKIES_PATH,
    },
    apiKeyMaxDays: v.SPANDREL_API_KEY_MAX_LIFETIME_DAYS ?? null,
    isRateLimited: !v.SPANDREL_DISABLE_RATE_LIMIT,
    loginMaxAttempts: v.SPANDREL_DISABLE_BRUTE_FORCE_LOGIN_PROTECTION
      ? null
      : v.SPANDREL_BRUTE_FORCE_LOGIN_PROTECTION_MAX_ATTEMPTS,
  };
}

function checkSecrets(v: AuthVariables): void {
  if (v.SPANDREL_ENABLE_AUTH && !v.SPANDREL_SECRET) {
    throw new ConfigurationError(
      'SPANDREL_SECRET is not set, but SPANDREL_ENABLE_AUTH is "true". Set it to ' +
        `${SECRET_RULES}, for example the output of: openssl rand -hex 32`,
    );
  }
  if (!v.SPANDREL_SECRET && v.SPANDREL_ADMIN_SECRET) {
    throw new ConfigurationError(
      'SPANDREL_ADMIN_SECRET is set, but SPANDREL_SECRET is not. Set SPANDREL_SECRET too.',
    );
  }
  if (!v.SPANDREL_SECRET && v.SPANDREL_PREVIOUS_SECRETS.length > 0) {
    throw new ConfigurationError(
      'SPANDREL_PREVIOUS_SECRETS is set, but SPANDREL_SECRET is not. Set SPANDREL_SECRET to the ' +
        'newest secret.',
    );
  }
  const others = [v.SPANDREL_SECRET, ...v.SPANDREL_PREVIOUS_SECRETS];
  if (v.SPANDREL_ADMIN_SECRET && others.includes(v.SPANDREL_ADMIN_SECRET)) {
    throw new ConfigurationError(
      'SPANDREL_ADMIN_SECRET is the same as SPANDREL_SECRET. Set it to a different value, ' +
        'for example the output of: openssl rand -hex 32',
    );
  }
}
