import { isIP } from 'node:net';
import { z } from 'zod';
import { isMailable } from '../kernel/validation/mail-address.js';
import { ConfigurationError, flag, host, text, wholeNumber } from './variables.js';

const MAIL_FROM = 'an address such as spandrel@example.com or Spandrel <spandrel@example.com>';
const NAMED = /^(?:([^<>"\r\n]*)<([^<>\s]+)>|([^<>\s]+))$/;

const mailFrom = text(MAIL_FROM).transform((value, context): MailAddress => {
  const [, name = '', named, bare] = NAMED.exec(value) ?? [];
  const address = named ?? bare ?? '';
  if (isMailable(address) || address.endsWith('@localhost')) return { name: name.trim(), address };
  context.addIssue({ code: 'custom', message: MAIL_FROM });
  return z.NEVER;
});

export const mailVariables = {
  SPANDREL_SMTP_HOSTNAME: host.optional(),
  SPANDREL_SMTP_PORT: wholeNumber(587, 1, 65535),
  SPANDREL_SMTP_USERNAME: text('a user name').optional(),
  SPANDREL_SMTP_PASSWORD: text('a password').optional(),
  SPANDREL_SMTP_MAIL_FROM: mailFrom.optional(),
  SPANDREL_SMTP_VALIDATE_CERTS: flag(true),
};

type MailVariables = z.infer<z.ZodObject<typeof mailVariables>>;

export interface MailAddress {
  name: string;
  address: string;
}

/** The SMTP server for outgoing email; null in `Env` if none is configured. */
export interface MailEnv {
  host: string;
  port: number;
  credentials: { user: string; pass: string } | null;
  from: MailAddress;
  validatesCertificates: boolean;
}

/** @throws ConfigurationError if only one of the credentials is set. */
export function readMail(v: MailVariables, rootUrl: string): MailEnv | null {
  if (!v.SPANDREL_SMTP_HOSTNAME) return null;
  const [user, pass] = [v.SPANDREL_SMTP_USERNAME, v.SPANDREL_SMTP_PASSWORD];
  if ((user === undefined) !== (pass === undefined)) {
    throw new ConfigurationError(
      'SPANDREL_SMTP_USERNAME and SPANDREL_SMTP_PASSWORD must be set together. Set both, or neither ' +
        'if the mail server requires no credentials.',
    );
  }
  return {
    host: v.SPANDREL_SMTP_HOSTNAME,
    port: v.SPANDREL_SMTP_PORT,
    credentials: user !== undefined && pass !== undefined ? { user, pass } : null,
    from: v.SPANDREL_SMTP_MAIL_FROM ?? { name: 'Spandrel', address: senderAt(rootUrl) },
    validatesCertificates: v.SPANDREL_SMTP_VALIDATE_CERTS,
  };
}

function senderAt(rootUrl: string): string {
  const { hostname } = new URL(rootUrl);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return `noreply@${isName ? hostname : 'localhost'}`;
}
