import { Injectable } from '@nestjs/common';
import type { Identity } from '../common/access/access.js';
import { requireRowId } from '../common/ids/global-id.js';
import { isStorable } from '../common/validation/storable.js';
import { AuditService } from './audit.service.js';
import {
  type AuditEventRow,
  AuditEventsQueries,
  type AuditFilter,
} from './audit-events.queries.js';

/** Which events somebody asks for. */
export interface AuditSearch extends Omit<AuditFilter, 'actorId'> {
  /** Global id of the user who acted. */
  actorId?: string | null;
}

export interface AuditPage {
  rows: AuditEventRow[];
  /** The oldest event that was looked at, behind which there may be more; null at the end. */
  stoppedAt: number | null;
}

const EXPORTED_AT_A_TIME = 1_000;

/** Reads the audit log, newest first. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly queries: AuditEventsQueries,
    private readonly audit: AuditService,
  ) {}

  /**
   * Events older than `before`, at most `limit`. A page of a search may have fewer, or none, although
   * more follow.
   * @throws DomainError BAD_USER_INPUT when the actor is not the ID of a user.
   */
  async page(search: AuditSearch, before: number | null, limit: number): Promise<AuditPage> {
    if (!isStorable(`${search.action ?? ''}${search.search ?? ''}`)) {
      return { rows: [], stoppedAt: null };
    }
    const actorId = search.actorId ? requireRowId(search.actorId, 'User') : null;
    return this.queries.page({ ...search, actorId }, before, limit);
  }

  /** All events that are asked for, piece by piece; that somebody took them is an event as well. */
  async export(
    search: AuditSearch,
    format: string,
    actor: Identity,
  ): Promise<AsyncIterable<AuditEventRow[]>> {
    const first = await this.page(search, null, EXPORTED_AT_A_TIME);
    const filter = Object.fromEntries(Object.entries(search).filter(([, value]) => value));
    await this.audit.record({ action: 'audit.exported', actor, details: { format, filter } });
    return this.from(first, search);
  }

  private async *from(first: AuditPage, search: AuditSearch): AsyncGenerator<AuditEventRow[]> {
    let page = first;
    yield page.rows;
    while (page.stoppedAt !== null) {
      page = await this.page(search, page.stoppedAt, EXPORTED_AT_A_TIME);
      yield page.rows;
    }
  }
}
