import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createAuthority } from './certificates.js';
import { eventually } from './eventually.js';

/** A received email. */
export interface ReceivedMail {
  /** Envelope recipients. */
  recipients: string[];
  /** Whether the connection was encrypted. */
  isSecure: boolean;
  user: string | undefined;
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface MailServer {
  port: number;
  /** Variables for a server that sends its email here. */
  env: Record<string, string>;
  /** All emails received so far. */
  mails: ReceivedMail[];
  /** Refuses every email with this status. */
  reply: number | undefined;
  /**
   * Waits for an email to this address, with this text in its subject, that no earlier call
   * returned.
   */
  next(to: string, subject?: string): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

const USER = 'mailer';
const PASSWORD = 'mail-password';

/**
 * A mail server with STARTTLS, a certificate that nothing trusts by default, and a password.
 * @param settings `port`: where to listen; `tls`: `none` offers no encryption and requires no
 * password.
 */
export async function startMailServer(
  settings: { port?: number; tls?: 'starttls' | 'implicit' | 'none' } = {},
): Promise<MailServer> {
  const { tls = 'starttls' } = settings;
  const mails: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  const { cert, key } = createAuthority().issue('localhost', '127.0.0.1');
  const server = new SMTPServer({
    cert,
    key,
    secure: tls === 'implicit',
    closeTimeout: 100,
    authOptional: tls === 'none',
    disabledCommands: tls === 'none' ? ['STARTTLS', 'AUTH'] : [],
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === PASSWORD) done(null, { user: username });
      else done(new Error('Wrong'));
    },
    onRcptTo(_address, _session, done) {
      const { reply: responseCode } = running;
      done(responseCode ? Object.assign(new Error('Refused'), { responseCode }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: session.user,
          ...parseMail(Buffer.concat(chunks).toString('latin1')),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(settings.port ?? 0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const running: MailServer = {
    port,
    env: {
      SPANDREL_SMTP_HOSTNAME: '127.0.0.1',
      SPANDREL_SMTP_PORT: String(port),
      ...(tls === 'none' ? {} : { SPANDREL_SMTP_USERNAME: USER, SPANDREL_SMTP_PASSWORD: PASSWORD }),
      SPANDREL_SMTP_VALIDATE_CERTS: 'false',
    },
    mails,
    reply: undefined,
    async next(to, subject = '') {
      const isNext = (one: ReceivedMail) =>
        one.recipients.includes(to) &&
        one.headers['subject']?.includes(subject) === true &&
        !taken.has(one);
      const mail = await eventually(`mail to ${to}`, async () => mails.find(isNext));
      taken.add(mail);
      return mail;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
  return running;
}

/** Returns the URL of the link with this element ID. */
export function linkOf({ html }: ReceivedMail, id: string): string {
  const [, href = ''] = new RegExp(`id="${id}" href="([^"]*)"`).exec(html) ?? [];
  return href.replaceAll('&amp;', '&');
}

/** Supports as much MIME as Nodemailer writes: two parts, quoted-printable or base64. */
function parseMail(source: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = splitPart(source);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(splitPart) : [];
  const bodyOf = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type));
    return part ? decode(part.body, part.headers['content-transfer-encoding'] ?? '') : '';
  };
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

function splitPart(source: string): { headers: Record<string, string>; body: string } {
  const text = source.replace(/^\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
  });
  return { headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}

/** Decodes the encoded words of a header (RFC 2047), as far as Nodemailer writes them. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/g, (_, word: string) =>
      decode(word.replaceAll('_', ' '), 'quoted-printable'),
    );
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number(`0x${hex}`)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
