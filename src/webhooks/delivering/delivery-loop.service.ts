import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { Counter } from 'prom-client';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { MailService } from '../../mail/mail.service.js';
import { WebhookSealsService } from '../webhook-seals.service.js';
import {
  type ClaimedDelivery,
  claimDue,
  DELIVERIES_DUE,
  forgetOld,
  logAttempt,
  type PausedWebhook,
  release,
} from './delivery.queries.js';
import { signMessage, writeBody } from './webhook-message.js';
import { findPause } from './retry-schedule.js';
import { type WebhookAnswer, WebhookClient } from './webhook-client.service.js';

/** Messages of this server on their way, and those of one webhook. */
const MAX_AT_ONCE = 32;
const AT_ONCE = 4;

/** How often the results of messages on their way are stored. */
const PULSE_MS = 100;

/** How often old messages are forgotten. */
const UPKEEP_MS = 10 * 60_000;

/** How long a server that stops waits for answers. */
const PATIENCE_MS = 3_000;

/** A message that was sent. */
interface Sent {
  delivery: ClaimedDelivery;
  /** Null if the server stopped before the answer. */
  answer: WebhookAnswer | null;
}

const attempts = new Counter({
  name: 'spandrel_webhook_attempts_total',
  help: 'Attempts to deliver a message to a webhook.',
  labelNames: ['outcome'],
});

/**
 * Delivers messages to webhooks. Every server takes a part: a message belongs to one of them for the
 * time of a lease, so another one sends it if that server is killed
 * (docs/adr/0070-alerts-and-webhooks.md).
 */
@Injectable()
export class DeliveryLoop {
  private readonly logger = new Logger('webhooks');
  private readonly stopping = new AbortController();
  private readonly sending = new Map<ClaimedDelivery, Promise<void>>();
  private sent: Sent[] = [];
  private isDraining = false;
  private keptUpAt = -Infinity;

  constructor(
    @Inject(ENV) private readonly env: Env,
    loops: BackgroundLoops,
    private readonly client: WebhookClient,
    private readonly seals: WebhookSealsService,
    private readonly mail: MailService,
  ) {
    loops.add({
      name: 'webhooks',
      description: 'delivers messages to [webhooks](alerts.md#webhooks)',
      due: DELIVERIES_DUE,
      metrics: [attempts],
      variables: ['SPANDREL_PRIVATE_WEBHOOK_NETWORKS'],
      step: (connection) => this.pulse(connection),
      drain: () => this.drain(),
    });
  }

  private async drain(): Promise<void> {
    this.isDraining = true;
    const ended = Promise.all(this.sending.values());
    await Promise.race([ended, sleep(PATIENCE_MS, null, { ref: false })]);
    this.stopping.abort();
    await ended;
    // The next pulses store what has been sent.
    for (let wait = 0; this.sent.length > 0 && wait < PATIENCE_MS; wait += PULSE_MS) {
      await sleep(PULSE_MS);
    }
  }

  private async pulse(client: pg.ClientBase): Promise<number | typeof NO_WORK> {
    while (this.sent.length > 0) {
      await this.store(client, this.sent[0]!);
      this.sent.shift();
    }
    if (performance.now() - this.keptUpAt > UPKEEP_MS) {
      await forgetOld(client);
      this.keptUpAt = performance.now();
    }
    const room = this.isDraining ? 0 : MAX_AT_ONCE - this.sending.size;
    if (room > 0) {
      for (const one of await claimDue(client, this.countBusy(), AT_ONCE, room)) this.start(one);
    }
    return this.sending.size + this.sent.length === 0 ? NO_WORK : PULSE_MS;
  }

  private countBusy(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { webhookId } of this.sending.keys()) {
      counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
    }
    return counts;
  }

  private start(delivery: ClaimedDelivery): void {
    const work = this.send(delivery).then((answer) => {
      this.sending.delete(delivery);
      this.sent.push({ delivery, answer });
    });
    this.sending.set(delivery, work);
  }

  private async send(delivery: ClaimedDelivery): Promise<WebhookAnswer | null> {
    const target = this.seals.open({ ...delivery, key: delivery.webhookId });
    if ('fault' in target) {
      const error = target.fault;
      const none = { statusCode: null, response: null, retryAfterMs: null, durationMs: 0 };
      return { isDelivered: false, error, ...none };
    }
    const body = writeBody(delivery.format, delivery, this.env.rootUrl);
    const headers = signMessage(target.secret, delivery.messageId, body, new Date());
    const answer = await this.client.send(target.url, headers, body, this.stopping.signal);
    return this.stopping.signal.aborted && !answer.isDelivered ? null : answer;
  }

  private async store(client: pg.ClientBase, { delivery, answer }: Sent): Promise<void> {
    if (!answer) {
      await release(client, delivery);
      return;
    }
    attempts.inc({ outcome: answer.isDelivered ? 'delivered' : 'failed' });
    const pause = answer.isDelivered ? 0 : findPause(delivery.attempts, answer.retryAfterMs);
    await client.query('BEGIN');
    const paused = await logAttempt(client, delivery, answer, pause);
    if (paused) await this.tellOwner(client, paused, answer);
    await client.query('COMMIT');
  }

  private async tellOwner(
    client: pg.ClientBase,
    { name, failingSince, ownerEmail }: PausedWebhook,
    { error }: WebhookAnswer,
  ): Promise<void> {
    this.logger.warn({ webhook: name, error }, 'a webhook is paused');
    if (ownerEmail === null) return;
    await this.mail.sendIn(client, ownerEmail, {
      subject: `The webhook "${name}" is paused`,
      paragraphs: [
        `No message could be delivered to the webhook "${name}" since ${failingSince}, so it is paused. The last error: ${error}`,
        'Repair its receiver, and then enable the webhook again. You can send the messages that have failed once more.',
      ],
      link: {
        id: 'webhooks-url',
        label: 'Open the webhooks',
        url: `${this.env.rootUrl}/settings/webhooks`,
      },
    });
  }
}
