import { z } from 'zod';
import { flag, text, wholeNumber } from './variables.js';

const DAYS = 'a number of days above 0, at most 36500';
const HOSTS = 'a list of host names without a scheme or port, such as app.example.com';
const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
const DAY_MS = 24 * 60 * 60 * 1000;

const redirectHosts = text(HOSTS)
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== ''),
  )
  .refine((hosts) => hosts.every((name) => HOST_NAME.test(name)), HOSTS)
  .default([]);

const oneOf = <const Word extends string>(fallback: Word, ...others: Word[]) =>
  z
    .enum([fallback, ...others], { error: `one of ${[fallback, ...others].join(', ')}` })
    .default(fallback as never);

export const authorizationServerVariables = {
  SPANDREL_ENABLE_OAUTH2_AUTHORIZATION_SERVER: flag(true),
  SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS: text(DAYS)
    .regex(/^\d+(\.\d+)?$/, DAYS)
    .transform(Number)
    .refine((value) => value > 0 && value <= 36_500, DAYS)
    .default(90),
  SPANDREL_OAUTH2_CONSENT_ORIGIN_CHECK: oneOf('strict', 'off'),
  SPANDREL_OAUTH2_DYNAMIC_CLIENT_REGISTRATION: oneOf('enabled', 'local_only', 'disabled'),
  SPANDREL_OAUTH2_ALLOWED_REDIRECT_HOSTS: redirectHosts,
  SPANDREL_OAUTH2_DCR_RATE_LIMIT_PER_HOUR: wholeNumber(10, 1, 1_000_000),
};

type Variables = z.infer<z.ZodObject<typeof authorizationServerVariables>>;

/** Settings for applications that act for users. */
export interface AuthorizationServerEnv {
  /** Whether applications can ask for access. Never while authentication is off. */
  isEnabled: boolean;
  /** After this long, users must approve an application again. */
  grantMs: number;
  /** Whether a decision must come from a page of this server. */
  checksConsentOrigin: boolean;
  /** Which applications may register themselves. */
  registration: 'enabled' | 'local_only' | 'disabled';
  /** The only hosts to which users may be sent back over https. Empty: any. */
  redirectHosts: readonly string[];
  registrationsPerHour: number;
}

export function readAuthorizationServer(
  v: Variables,
  isAuthEnabled: boolean,
): AuthorizationServerEnv {
  return {
    isEnabled: isAuthEnabled && v.SPANDREL_ENABLE_OAUTH2_AUTHORIZATION_SERVER,
    grantMs: v.SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS * DAY_MS,
    checksConsentOrigin: v.SPANDREL_OAUTH2_CONSENT_ORIGIN_CHECK === 'strict',
    registration: v.SPANDREL_OAUTH2_DYNAMIC_CLIENT_REGISTRATION,
    redirectHosts: v.SPANDREL_OAUTH2_ALLOWED_REDIRECT_HOSTS,
    registrationsPerHour: v.SPANDREL_OAUTH2_DCR_RATE_LIMIT_PER_HOUR,
  };
}
