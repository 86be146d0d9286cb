import { Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import { requireRowId } from '../../kernel/ids/global-id.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { AuditService } from '../../audit/audit.service.js';
import {
  type AuditEventRow,
  AuditEventsQueries,
  type AuditFilter,
} from './audit-events.queries.js';

/** Longest text of a filter, in characters. */
export const MAX_FILTER_LENGTH = 200;

/** The filters of a list of events. */
export interface AuditSearch extends Omit<AuditFilter, 'actorId'> {
  /** Global ID of the user who performed the action. */
  actorId?: string | null;
}

export interface AuditPage {
  rows: AuditEventRow[];
  /** The oldest event searched, if there may be more; null at the end. */
  stoppedAt: number | null;
}

const EXPORT_PAGE_SIZE = 1_000;

/** Reads the audit log, newest first. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly queries: AuditEventsQueries,
    private readonly audit: AuditService,
  ) {}

  /**
   * Lists at most `limit` events older than `before`. A page of a search may be short or empty even if
   * more follow.
   * @throws DomainError BAD_USER_INPUT if the actor is not the id of a user.
   */
  async listPage(search: AuditSearch, before: number | null, limit: number): Promise<AuditPage> {
    if (!isStorable(`${search.action ?? ''}${search.search ?? ''}`)) {
      return { rows: [], stoppedAt: null };
    }
    const actorId = search.actorId ? requireRowId(search.actorId, 'User') : null;
    return this.queries.listPage({ ...search, actorId }, before, limit);
  }

  /** Reads all matching events, piece by piece, and records the export as an event. */
  async export(
    search: AuditSearch,
    format: string,
    actor: Identity,
  ): Promise<AsyncIterable<AuditEventRow[]>> {
    const first = await this.listPage(search, null, EXPORT_PAGE_SIZE);
    const filter = Object.fromEntries(Object.entries(search).filter(([, value]) => value));
    await this.audit.record({ action: 'audit.exported', actor, details: { format, filter } });
    return this.readPages(first, search);
  }

  private async *readPages(first: AuditPage, search: AuditSearch): AsyncGenerator<AuditEventRow[]> {
    let page = first;
    yield page.rows;
    while (page.stoppedAt !== null) {
      page = await this.listPage(search, page.stoppedAt, EXPORT_PAGE_SIZE);
      yield page.rows;
    }
  }
}
