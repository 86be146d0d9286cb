import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { isMailable } from '../common/text/mail-address.js';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import type { MailEnv } from '../config/mail-env.js';
import { type Letter, type RenderedLetter, renderLetter } from './letter.js';
import { MailQueue } from './mail-queue.js';

export type { Letter } from './letter.js';

interface Mail extends RenderedLetter {
  to: string;
}

const SECOND_MS = 1_000;

/** In all about ten minutes: after that nobody waits for a link any more. */
const PAUSES_MS = [1, 4, 15, 60, 180, 360].map((seconds) => seconds * SECOND_MS);
const CAPACITY = 1_000;
const PATIENCE_MS = 5 * SECOND_MS;

const TLS_PORT = 465;

/** Sends mail in the background; nothing that a request does waits for it or fails with it. */
@Injectable()
export class MailService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('mail');
  private readonly queue: MailQueue<Mail> | null;
  private readonly transport: Transporter | null = null;

  constructor(@Inject(ENV) private readonly env: Env) {
    this.queue = null;
    const { mail } = env;
    if (!mail) return;
    const transport = createTransport(transportOptions(mail));
    this.transport = transport;
    this.queue = new MailQueue<Mail>({
      deliver: async ({ to, ...content }) => {
        // Automatic, so that nobody's absence note answers it (RFC 3834).
        const headers = { 'Auto-Submitted': 'auto-generated' };
        await transport.sendMail({
          from: mail.from,
          to: { name: '', address: to },
          headers,
          ...content,
        });
        this.logger.log({ subject: content.subject }, 'mail sent');
      },
      isTransient,
      onFailure: ({ subject }, error, isFinal) => this.report(subject, error, isFinal),
      capacity: CAPACITY,
      pausesMs: PAUSES_MS,
      patienceMs: PATIENCE_MS,
    });
  }

  /** Whether there is a server that takes mail. */
  get isConfigured(): boolean {
    return this.queue !== null;
  }

  /**
   * Sends a letter when it can be sent: nothing happens without a mail server, or to an address such
   * as `admin@localhost`. Tried again for about ten minutes while the mail server is away.
   */
  send(to: string | null, letter: Letter): void {
    if (!this.queue || to === null) return;
    if (isMailable(to)) this.queue.add({ to, ...renderLetter(letter) });
    else this.logger.log({ subject: letter.subject }, 'no mail can be sent to this address');
  }

  /** Says at the start what would otherwise be noticed when somebody waits for a mail. */
  onApplicationBootstrap(): void {
    if (!this.transport) return;
    if (!this.env.publicUrl) {
      const { rootUrl } = this.env;
      this.logger.warn({ rootUrl }, 'links in mails lead here; set SPANDREL_ROOT_URL to change it');
    }
    this.transport.verify().catch((error: unknown) => {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      this.logger.warn({ code, responseCode }, 'the mail server cannot be used now');
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.queue?.stop();
    this.transport?.close();
  }

  /** Texts of mail servers may quote the mail, and so a link in it: only their codes are logged. */
  private report(subject: string, error: unknown, isFinal: boolean): void {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const facts = { subject, code, responseCode };
    if (isFinal) this.logger.error(facts, 'mail given up');
    else this.logger.warn(facts, 'mail could not be sent now');
  }
}

/**
 * TLS from the start on port 465, else STARTTLS. Without it nothing is sent, unless certificates are
 * not checked and there is no password to lose.
 */
function transportOptions({ host, port, credentials, validatesCertificates }: MailEnv) {
  return {
    host,
    port,
    secure: port === TLS_PORT,
    requireTLS: validatesCertificates || credentials !== null,
    tls: { rejectUnauthorized: validatesCertificates },
    ...(credentials ? { auth: credentials } : {}),
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 20 * SECOND_MS,
    dnsTimeout: 5 * SECOND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A refusal for good is a reply from 500 on (RFC 5321, 4.2.1); anything else may pass. */
function isTransient(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode === undefined || responseCode < 500;
}
