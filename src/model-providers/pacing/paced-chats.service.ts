import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ChatEvent } from '../protocol/chat-event.contract.js';
import { ProviderError } from '../protocol/provider-error.contract.js';
import {
  type Chat,
  type ChatOutcome,
  type ChatProvider,
  ChatsService,
} from '../chats/chats.service.js';
import { AdaptiveLimit, type CallEnd } from './adaptive-limit.js';

export type { AdaptiveLimit } from './adaptive-limit.js';

/** Further attempts after errors that may pass. */
const RETRIES = 3;
const FIRST_RETRY_MS = 1_000;

/** How long a provider may refuse a chat because of too many requests. */
const MAX_REFUSED_MS = 15 * 60_000;

/** Limits that nobody has used for this long are forgotten. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;

/** The outcome of a chat, and how often it was tried again. */
export interface PacedOutcome extends ChatOutcome {
  retries: number;
}

/** The limit and hooks of a chat among many others. */
export interface ChatPacing {
  /** That of the provider. */
  limit: AdaptiveLimit;
  signal: AbortSignal;
  /** Called before each attempt, once the limit allows it. Throws to prevent it. */
  beforeCall?: (() => void) | undefined;
  /** Gets the pieces of the answer. Those of a further attempt are left out. */
  onEvent?: ((event: ChatEvent) => void) | undefined;
}

/**
 * Runs many chats with as many at a time as their provider accepts, and tries again what may pass.
 * All chats of this server with the same provider and credentials share a limit.
 */
@Injectable()
export class PacedChatsService {
  private readonly limits = new Map<string, AdaptiveLimit>();

  constructor(private readonly chats: ChatsService) {}

  /** Returns the limit for a provider, as this connection reaches it. */
  limitFor(provider: ChatProvider): AdaptiveLimit {
    for (const [key, limit] of this.limits) {
      if (limit.idleMs > FORGOTTEN_AFTER_MS) this.limits.delete(key);
    }
    const key = toKey(provider);
    const limit = this.limits.get(key) ?? new AdaptiveLimit();
    this.limits.set(key, limit);
    return limit;
  }

  /**
   * Runs a chat without recording it. The caller records the outcome with `ChatsService.record`.
   * @throws the reason of the signal if it is aborted, and what `beforeCall` throws.
   */
  async run(chat: Chat, { limit, signal, beforeCall, onEvent }: ChatPacing): Promise<PacedOutcome> {
    let [retries, failures] = [0, 0];
    let refusedAt: number | null = null;
    let hasStarted = false;
    for (;;) {
      const end = await limit.begin(signal);
      let outcome: ChatOutcome | undefined;
      try {
        beforeCall?.();
        const isAgain = hasStarted;
        outcome = await this.attempt(chat, signal, (event) => {
          if (event.type !== 'start') hasStarted = true;
          if (!isAgain) onEvent?.(event);
        });
      } finally {
        end(outcome ? toCallEnd(outcome.error) : 'failed');
      }
      signal.throwIfAborted();
      const { error } = outcome;
      if (!error) return { ...outcome, retries };
      if (isRefusal(error)) {
        refusedAt ??= performance.now();
        if (performance.now() - refusedAt > MAX_REFUSED_MS) return { ...outcome, retries };
      } else {
        if (!isTransient(error) || failures === RETRIES) return { ...outcome, retries };
        await sleep(FIRST_RETRY_MS * 2 ** failures * (0.75 + Math.random() / 2), null, { signal });
        failures += 1;
      }
      retries += 1;
    }
  }

  private async attempt(
    chat: Chat,
    signal: AbortSignal,
    onEvent: (event: ChatEvent) => void,
  ): Promise<ChatOutcome> {
    const events = this.chats.run({ ...chat, projectName: null }, signal);
    for (;;) {
      const { done, value } = await events.next();
      if (done) return value;
      onEvent(value);
    }
  }
}

function toCallEnd(error: Error | null): CallEnd {
  if (!error) return 'succeeded';
  return isRefusal(error) ? { refusedForMs: error.retryAfterMs } : 'failed';
}

/** Returns whether a provider gets too many requests, rather than this one being at fault. */
function isRefusal(error: Error): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  const { status, retryAfterMs } = error;
  // 529 is Anthropic's "overloaded".
  return status === 429 || status === 529 || (status === 503 && retryAfterMs !== null);
}

function isTransient(error: Error): boolean {
  if (!(error instanceof ProviderError)) return false;
  const { status } = error;
  if (status === null) return !isOwnRefusal(error);
  return status === 408 || status === 409 || status >= 500;
}

/** Returns whether this server refused to send the request, for example to a private address. */
function isOwnRefusal({ cause }: ProviderError): boolean {
  const seen = new Set<unknown>();
  let at = cause;
  while (at instanceof Error && !seen.has(at)) {
    if (at instanceof ProviderError) return true;
    seen.add(at);
    at = at.cause;
  }
  return false;
}

/** Credentials are part of the key, but only as a hash. */
function toKey(provider: ChatProvider): string {
  if ('customProviderId' in provider) return `custom:${provider.customProviderId}`;
  const { credentials, ...rest } = provider.wish ?? {};
  const wish = JSON.stringify([
    rest,
    [...(credentials ?? [])].map((pair) => pair.join('=')).toSorted(),
  ]);
  return `${provider.key}:${createHash('sha256').update(wish).digest('hex')}`;
}
