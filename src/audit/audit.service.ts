import { Injectable, Logger } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import type { Identity } from '../common/access/access.js';
import { currentRequest } from '../common/http/request-context.js';
import { AuditEventEntity } from './audit-event.entity.js';

/** What was done to whom or what. */
export interface AuditSubject {
  type: string;
  id?: string | number | null;
  name?: string | null;
}

/** A user to whom something was done. */
export function userSubject({ id, username }: { id: number; username: string }): AuditSubject {
  return { type: 'User', id, name: username };
}

/** Something to remember. Nothing in it may be a credential. */
export interface AuditEntry {
  /** Dotted, such as `user.deleted`. */
  action: string;
  outcome?: 'success' | 'failure';
  /** Who did it; null when nobody is signed in. */
  actor: Identity | null;
  /** A name for an actor who is not signed in, such as the address that was typed. */
  actorName?: string | null;
  subject?: AuditSubject;
  details?: Record<string, unknown>;
}

const MAX_TEXT = 512;

/** Keeps what was done by whom, in a table that only grows and as one structured line of the log. */
@Injectable()
export class AuditService {
  private readonly logger = new Logger('audit');

  constructor(private readonly dataSource: DataSource) {}

  /** Part of the transaction when one is given: what is undone was not done. */
  async record(entry: AuditEntry, tx: EntityManager = this.dataSource.manager): Promise<void> {
    const { action, outcome = 'success', actor, subject, details = {} } = entry;
    const request = currentRequest();
    const row = {
      action,
      outcome,
      actorId: actor?.userId ?? null,
      actorName: bounded(actor?.username ?? entry.actorName),
      credential: actor?.credential ?? null,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id == null ? null : String(subject.id),
      subjectName: bounded(subject?.name),
      address: request?.address ?? null,
      userAgent: bounded(request?.userAgent),
      requestId: request?.requestId ?? null,
    };
    await tx.insert(AuditEventEntity, { ...row, details: details as object });
    this.logger.log({ ...row, details }, action);
  }
}

/** What strangers type is cut, and cleaned of what PostgreSQL does not store. */
function bounded(text: string | null | undefined): string | null {
  return text == null ? null : text.replaceAll('\0', '').toWellFormed().slice(0, MAX_TEXT);
}
