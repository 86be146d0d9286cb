import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { currentRequest } from '../kernel/http/request-context.js';
import { AuditEventEntity } from './audit-event.entity.js';

/** The user or thing that the event is about. */
export interface AuditSubject {
  type: string;
  id?: string | number | null;
  name?: string | null;
}

/** Returns a user as the subject of an event. */
export function toUserSubject({ id, username }: { id: number; username: string }): AuditSubject {
  return { type: 'User', id, name: username };
}

/** An event to record. It must not contain a credential. */
export interface AuditEntry {
  /** Dotted, such as `user.deleted`. */
  action: string;
  outcome?: 'success' | 'failure';
  /** Who did it; null if nobody is signed in. */
  actor: Identity | null;
  /** Name of an actor who is not signed in, such as the email address they entered. */
  actorName?: string | null;
  subject?: AuditSubject;
  details?: Record<string, unknown>;
}

const MAX_TEXT = 512;

/** Records who did what, in a table that rejects changes and as a structured line in the log. */
@Injectable()
export class AuditService {
  private readonly logger = new Logger('audit');

  constructor(private readonly database: DatabaseWriter) {}

  /** Records an event; in a transaction, only if that is committed. */
  async record(entry: AuditEntry, tx: EntityManager = this.database.manager): Promise<void> {
    const { action, outcome = 'success', actor, subject, details = {} } = entry;
    const request = currentRequest();
    const row = {
      action,
      outcome,
      actorId: actor?.userId ?? null,
      actorName: clean(actor?.username ?? entry.actorName),
      credential: actor?.credential ?? null,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id == null ? null : String(subject.id),
      subjectName: clean(subject?.name),
      address: request?.address ?? null,
      userAgent: clean(request?.userAgent),
      requestId: request?.requestId ?? null,
    };
    await tx.insert(AuditEventEntity, { ...row, details: details as object });
    this.logger.log({ ...row, details }, action);
  }
}

/** Truncates text that strangers typed, and removes characters that PostgreSQL cannot store. */
function clean(text: string | null | undefined): string | null {
  return text == null ? null : text.replaceAll('\0', '').toWellFormed().slice(0, MAX_TEXT);
}
