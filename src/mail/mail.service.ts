import { randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { currentRequest } from '../kernel/http/request-context.js';
import { isMailable } from '../kernel/validation/mail-address.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import type { MailEnv } from '../config/mail-env.js';
import { JobQueueService, type SqlClient } from '../job-queue/job-queue.service.js';
import { SealingService, UnreadableSealError } from '../sealing/sealing.service.js';
import { type Letter, type RenderedLetter, renderLetter } from './letter.js';

export type { Letter } from './letter.js';

interface Mail extends RenderedLetter {
  to: string;
  /** Who gets a copy. Absent in emails that a server of an earlier version has queued. */
  cc?: string;
}

/** An email waiting in its job. Letters may contain a token, so they are sealed. */
interface QueuedMail {
  /** Milliseconds since the epoch after which the email is no longer useful. */
  goodUntil: number;
  /** The email as JSON: sealed and in base64, or plain on a server without a secret. */
  content: string;
  /** ID of the secret that sealed it; null if it is not sealed. */
  keyId: string | null;
  /** Tells the request that waits for it; missing if none does. */
  id?: string;
}

const QUEUE = 'mail';
const SEALED_FOR = 'jobs:mail';

/** Requests wait for delivery only if it is quick, so sending a few at a time is enough. */
const CONCURRENCY = 2;

/** How long a request waits until the mail server has its email. */
const MAX_WAIT_MS = 1_000;

/** Maximum number of queued emails, on all servers together. Further emails are dropped. */
const MAX_QUEUED = 1_000;

const SECOND_MS = 1_000;
const DAY_SECONDS = 86_400;

const TLS_PORT = 465;

/** A failed delivery, without the mail server's message, which may quote the email and its link. */
class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: unknown;
  readonly responseCode: unknown;

  constructor(error: unknown) {
    super('The email could not be sent.');
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
    this.code = code;
    this.responseCode = responseCode;
  }

  /**
   * A reply code of 500 or more is a permanent refusal (RFC 5321, 4.2.1); any other failure may be
   * temporary.
   */
  get isFinal(): boolean {
    return typeof this.responseCode === 'number' && this.responseCode >= 500;
  }
}

/**
 * Sends emails. An email waits in the database until the mail server has accepted
 * it, so none is lost if a server stops or is killed. It is sent twice only if a server is killed
 * after the mail server accepted it and before the job was deleted. A request waits until the mail server has accepted
 * what it sends, unless that takes long.
 */
@Injectable()
export class MailService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('mail');
  private readonly transport: Transporter | null;
  /** Tell requests that their emails were tried. */
  private readonly waiting = new Map<string, () => void>();
  /** Whether the last email was sent within the time that a request waits. Otherwise, none waits. */
  private isQuick = true;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly jobs: JobQueueService,
    private readonly sealing: SealingService,
  ) {
    this.transport = env.mail && createTransport(buildTransportOptions(env.mail));
    if (this.transport) {
      jobs.registerItemHandler<QueuedMail>(QUEUE, CONCURRENCY, (queued) => this.deliver(queued));
    }
  }

  /** Returns whether a mail server is configured. */
  get isConfigured(): boolean {
    return this.transport !== null;
  }

  /**
   * Queues a letter. In a request, also waits a moment until it is sent. A failure never affects the request. Does nothing
   * without a mail server, or for an address such as `admin@localhost`.
   * @param keepSeconds how long to try to deliver it while the mail server is unavailable.
   */
  async send(to: string | null, letter: Letter, keepSeconds = DAY_SECONDS): Promise<void> {
    if (!this.transport || to === null) return;
    const { subject } = letter;
    if (!isMailable(to)) {
      this.logger.log({ subject }, 'no email can be sent to this address');
      return;
    }
    const limits = { keepSeconds, capacity: MAX_QUEUED };
    const id = this.mayWait() ? randomUUID() : undefined;
    const tried = id === undefined ? undefined : this.waitFor(id);
    try {
      const item = this.toQueued(addressLetter(to, letter), keepSeconds);
      const isQueued = await this.jobs.sendItem(QUEUE, { ...item, id }, limits);
      if (isQueued) await tried;
      else this.logger.error({ subject }, 'email dropped: too many emails are waiting');
    } catch (error) {
      this.logger.error({ err: error, subject }, 'email dropped: it could not be queued');
    } finally {
      if (id !== undefined) this.waiting.get(id)?.();
    }
  }

  /**
   * Queues a letter as part of a transaction. It is sent only if that is committed, and not lost if the
   * server is killed then. Does nothing without a mail server, or for an address such as
   * `admin@localhost`.
   */
  async sendIn(client: SqlClient, to: string, letter: Letter): Promise<void> {
    if (!this.transport || !isMailable(to)) return;
    const item = this.toQueued(addressLetter(to, letter), DAY_SECONDS);
    const limits = { keepSeconds: DAY_SECONDS, capacity: MAX_QUEUED };
    if (await this.jobs.sendItem(QUEUE, item, limits, client)) return;
    const { subject } = letter;
    this.logger.error({ subject }, 'email dropped: too many emails are waiting');
  }

  /** Reports problems at startup that would otherwise be noticed only when an email is needed. */
  onApplicationBootstrap(): void {
    if (!this.transport) return;
    if (!this.env.publicUrl) {
      const { rootUrl } = this.env;
      this.logger.warn(
        { rootUrl },
        'links in emails point to this address; set SPANDREL_ROOT_URL to change it',
      );
    }
    this.transport.verify().catch((error: unknown) => {
      const { code, responseCode } = new DeliveryError(error);
      this.logger.warn({ code, responseCode }, 'the mail server cannot be used now');
    });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  /** Returns whether a request sends an email, and the queue is idle and the mail server quick. */
  private mayWait(): boolean {
    return currentRequest() !== undefined && this.isQuick && this.waiting.size < CONCURRENCY;
  }

  /** Resolves when an email was tried, or after a while. Another server may have taken it. */
  private async waitFor(id: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(() => {
        this.isQuick = false;
        stop();
      }, MAX_WAIT_MS);
      this.waiting.set(id, stop);
    });
  }

  /** @throws DeliveryError if a later attempt may succeed. */
  private async deliver(queued: QueuedMail): Promise<void> {
    const startedAt = performance.now();
    let isSent = false;
    try {
      await this.tryToDeliver(queued);
      isSent = true;
    } finally {
      this.isQuick = isSent && performance.now() - startedAt < MAX_WAIT_MS;
      if (queued.id !== undefined) this.waiting.get(queued.id)?.();
    }
  }

  /** @throws DeliveryError if a later attempt may succeed. */
  private async tryToDeliver(queued: QueuedMail): Promise<void> {
    if (Date.now() > queued.goodUntil) {
      this.logger.error('email dropped: it has waited too long');
      return;
    }
    const mail = this.openQueued(queued);
    if (!mail) {
      this.logger.error('email dropped: it is sealed with an unknown secret');
      return;
    }
    const { to, cc, subject, text, html } = mail;
    try {
      await this.transport!.sendMail({
        from: this.env.mail!.from,
        to: { name: '', address: to },
        ...(cc === undefined ? {} : { cc: { name: '', address: cc } }),
        // Marks the email as automatic, so that it triggers no out-of-office reply (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject,
        text,
        html,
      });
      this.logger.log({ subject }, 'mail sent');
    } catch (error) {
      const failure = new DeliveryError(error);
      const { code, responseCode, isFinal } = failure;
      const facts = { subject, code, responseCode };
      if (isFinal) {
        this.logger.error(facts, 'email dropped: the mail server refuses it');
        return;
      }
      this.logger.warn(facts, 'email could not be sent now');
      throw failure;
    }
  }

  private toQueued(mail: Mail, keepSeconds: number): QueuedMail {
    const goodUntil = Date.now() + keepSeconds * SECOND_MS;
    const text = JSON.stringify(mail);
    // Letters with a token exist only if users sign in, which requires a secret.
    if (this.sealing.currentKeyId === null) return { goodUntil, content: text, keyId: null };
    const { sealed, keyId } = this.sealing.seal(text, SEALED_FOR);
    return { goodUntil, content: sealed.toString('base64'), keyId };
  }

  private openQueued({ content, keyId }: QueuedMail): Mail | null {
    try {
      const sealed = Buffer.from(content, 'base64');
      const text = keyId === null ? content : this.sealing.open(sealed, keyId, SEALED_FOR);
      return JSON.parse(text) as Mail;
    } catch (error) {
      if (error instanceof UnreadableSealError) return null;
      throw error;
    }
  }
}

function addressLetter(to: string, letter: Letter): Mail {
  const { address } = letter.contact ?? {};
  return {
    to,
    ...(address !== undefined && address !== to && isMailable(address) ? { cc: address } : {}),
    ...renderLetter(letter),
  };
}

/**
 * Port 465 uses TLS, and other ports use STARTTLS. Nothing is sent unencrypted unless certificates
 * are not validated and there is no password to expose.
 */
function buildTransportOptions({ host, port, credentials, validatesCertificates }: MailEnv) {
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
