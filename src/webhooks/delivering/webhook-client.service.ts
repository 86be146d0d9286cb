import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Agent, Dispatcher } from 'undici';
import { readRetryAfter } from '../../kernel/http/retry-after.js';
import { AddressRule } from '../../kernel/http/address-rule.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';

/** How long a receiver may take for its whole answer. */
const TIMEOUT_MS = 10_000;
/** How much of an answer is read and kept. */
const MAX_RESPONSE_BYTES = 4 * 1024;
/** A receiver that has accepted a message may take so long for the rest of its answer. */
const BODY_MS = 2_000;

/** The answer to a message, or why there was none. */
export interface WebhookAnswer {
  isDelivered: boolean;
  statusCode: number | null;
  error: string | null;
  response: string | null;
  retryAfterMs: number | null;
  durationMs: number;
}

/** An address that must not be reached. */
class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'The name of the host is unknown.',
  EAI_AGAIN: 'The name of the host cannot be looked up now.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer.',
  UND_ERR_SOCKET: 'The connection was closed before an answer.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be opened in time.',
};

const TOO_SLOW = `There was no answer within ${TIMEOUT_MS / 1000} seconds.`;

/**
 * Sends messages to webhooks. It reaches only allowed addresses, follows no redirect, and limits
 * time and size. Each message opens a connection of its own, so a name is looked up and checked every
 * time.
 */
@Injectable()
export class WebhookClient {
  private readonly rule: AddressRule;
  private connection: ReturnType<typeof prepare> | undefined;

  constructor(@Inject(ENV) env: Env) {
    this.rule = new AddressRule(
      env.webhookNetworks,
      (message) => new PrivateAddressError(message),
      'SPANDREL_PRIVATE_WEBHOOK_NETWORKS',
    );
  }

  /** Never rejects. @param signal is aborted when the server stops. */
  async send(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<WebhookAnswer> {
    const began = performance.now();
    const answer = await this.request(url, headers, body, signal).catch((error: unknown) =>
      toFailure(describe(error)),
    );
    return { ...answer, durationMs: Math.round(performance.now() - began) };
  }

  private async request(
    url: string,
    given: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<Omit<WebhookAnswer, 'durationMs'>> {
    this.connection ??= prepare(this.rule);
    const { request, agent } = await this.connection;
    const { target, authorization } = splitCredentials(url);
    const {
      statusCode,
      headers,
      body: stream,
    } = await request(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Spandrel-Webhooks',
        ...authorization,
        ...given,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      dispatcher: agent,
    });
    const response = await readStart(stream);
    const error = explain(statusCode);
    const retryAfter = headers['retry-after'];
    return {
      isDelivered: error === null,
      statusCode,
      error,
      response,
      retryAfterMs: readRetryAfter([retryAfter ?? null].flat()[0] ?? null, Date.now()),
    };
  }
}

/** Loads what is first needed by a message, because it takes time at the start of the server. */
async function prepare(rule: AddressRule) {
  const { request, Agent, buildConnector } = await import('undici');
  const connect = buildConnector({ timeout: TIMEOUT_MS, lookup: rule.lookup });
  const agent: Agent = new Agent({
    // Without pipelining, connections are not kept.
    pipelining: 0,
    connect: (options, callback) => {
      try {
        rule.checkHost(options.hostname);
      } catch (error) {
        callback(error as Error, null);
        return;
      }
      connect(options, callback);
    },
  });
  return { request, agent };
}

/** A user name and a password in an address are sent as a header. */
function splitCredentials(url: string) {
  const target = new URL(url);
  const { username, password } = target;
  if (username === '' && password === '') return { target, authorization: {} };
  target.username = '';
  target.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    target,
    authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  };
}

/** Reads the beginning of an answer. What comes late or beyond the limit is left out. */
async function readStart(stream: Dispatcher.ResponseData['body']): Promise<string> {
  // Nobody reads what is left out, and its error would end the server.
  stream.on('error', () => undefined);
  const parts: Buffer[] = [];
  let size = 0;
  const read = async (): Promise<void> => {
    for await (const part of stream) {
      parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size >= MAX_RESPONSE_BYTES) return;
    }
  };
  await Promise.race([read().catch(() => undefined), sleep(BODY_MS, null, { ref: false })]);
  stream.destroy();
  const text = Buffer.concat(parts).subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
  return text.replaceAll('\0', '').toWellFormed();
}

function explain(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  return statusCode >= 300 && statusCode < 400
    ? 'The receiver redirects to another address. Redirects are not followed: enter that address.'
    : `The receiver answered with status ${statusCode}.`;
}

function toFailure(error: string): Omit<WebhookAnswer, 'durationMs'> {
  return { isDelivered: false, statusCode: null, error, response: null, retryAfterMs: null };
}

function describe(error: unknown): string {
  if (error instanceof PrivateAddressError) return error.message;
  const { name, code, message } = error as Error & { code?: string };
  if (name === 'TimeoutError') return TOO_SLOW;
  return REASONS[code ?? ''] ?? `The message could not be sent: ${message}`;
}
