import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { changeInSteps } from '../../database/change-in-steps.js';
import {
  type GroupedValue,
  UserTracesService,
  VALUE_GROUPINGS,
  type ValueGrouping,
} from '../../tracing/erasure/user-traces.service.js';
import { shortenKey } from '../../tracing/figures/measures/measures.service.js';
import type { SessionKey } from '../../spans/session-key.js';
import { MessageErasureService } from '../../webhooks/erasure/message-erasure.service.js';
import { ALERT_EVENTS } from '../alert-message.js';
import { nameGroup, nameGrouping, readGrouping } from '../alert-text.js';
import {
  deleteWaiting,
  type ErasureScope,
  forgetGroup,
  insertWaiting,
  listNamed,
  listMentionedGroupings,
  listValueGroupings,
  listWaitingGroupings,
  waitForEvaluation,
  type WaitingGrouping,
  writeKey,
} from './alert-erasure.queries.js';

/**
 * Counts of the alert data that named an end user: the user's ID, deleted sessions, and values that only
 * deleted spans had.
 */
export interface ErasedAlerts {
  /** Rules with groups that remembered one of them. */
  rules: number;
  /** Entries of histories that named one. */
  events: number;
  /** Messages to webhooks that named one. */
  messages: number;
}

/** The replacements for erased names in messages and histories. */
const ERASED = { user: 'erased user', session: 'erased session', value: 'erased value' };

const ANYWHERE = { groupAttribute: null, projectId: null, text: '' };

/** Erases end users from the groups of alert rules, and from what these have told. */
@Injectable()
export class AlertErasureService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly messages: MessageErasureService,
    private readonly traces: UserTracesService,
  ) {}

  /** Lists by what values of spans rules grouped when they told something. */
  async listMentionedGroupings(): Promise<ValueGrouping[]> {
    const told = (await listMentionedGroupings(this.database)).map(readGrouping);
    return told.filter((grouping) => grouping !== null).filter(isOfValues);
  }

  /** Lists by what values of spans rules group now, and those groupings that they have told. */
  listGroupings(tx: EntityManager, told: readonly ValueGrouping[]): Promise<ValueGrouping[]> {
    return listValueGroupings(tx, told);
  }

  /**
   * Keeps what alerts must forget until `erase` is done with it. Call it in the transaction that deletes
   * the traces.
   * @param sessions those that are deleted with these traces.
   * @param groups that spans of the traces belonged to.
   */
  async remember(
    tx: EntityManager,
    sessions: readonly SessionKey[],
    groups: readonly GroupedValue[],
  ): Promise<void> {
    const ofSessions = sessions.map(({ projectId, sessionId }) => ({
      groupBy: 'SESSION' as const,
      groupAttribute: null,
      projectId,
      key: shortenKey(sessionId),
    }));
    await insertWaiting(tx, [...ofSessions, ...groups]);
  }

  /**
   * Erases an end user, and what was remembered for it or for an erasure that was stopped, in steps. Must
   * come after the traces are deleted: otherwise, rules can find the user again.
   * @returns counts for all of this together: what named two groups counts twice.
   */
  async erase(userId: string): Promise<ErasedAlerts> {
    await waitForEvaluation(this.database);
    const total = await this.eraseGroup(shortenKey(userId), ERASED.user, {
      ...ANYWHERE,
      groupings: ['USER', 'ATTRIBUTE'],
    });
    for (const waiting of await listWaitingGroupings(this.database)) {
      const scope = toScope(waiting);
      const { keys, last } = await listNamed(this.database, waiting, scope);
      for (const key of await this.withoutOthers(waiting, keys)) {
        const erased = waiting.groupBy === 'SESSION' ? ERASED.session : ERASED.value;
        const some = await this.eraseGroup(key, erased, scope);
        total.rules += some.rules;
        total.events += some.events;
        total.messages += some.messages;
      }
      await deleteWaiting(this.database, waiting, last);
    }
    return total;
  }

  /** Returns those groups to which no spans of others belong. */
  private async withoutOthers(waiting: WaitingGrouping, keys: string[]): Promise<string[]> {
    if (waiting.projectId === null || !isOfValues(waiting) || keys.length === 0) return keys;
    const others = new Set(await this.traces.findGroups(waiting.projectId, waiting, keys));
    return keys.filter((key) => !others.has(key));
  }

  private async eraseGroup(
    key: string,
    erased: string,
    scope: ErasureScope,
  ): Promise<ErasedAlerts> {
    const { projectId, text } = scope;
    const summary = { before: nameGroup(key), after: nameGroup(erased) };
    return {
      rules: await forgetGroup(this.database, key, scope),
      events: await changeInSteps(
        this.database,
        'alert_events',
        `WITH changed AS (
           UPDATE alert_events SET summary = replace(summary, $3, $4)
            WHERE id > $1 AND id <= $2 AND strpos(summary, $3) > 0 AND strpos(summary, $5) > 0
              AND ($6::bigint IS NULL OR project_id = $6) RETURNING id
         )
         SELECT count(*) FROM changed`,
        [summary.before, summary.after, text, projectId],
      ),
      messages: await this.messages.replace(
        ALERT_EVENTS,
        { summary, data: { before: writeKey(key), after: writeKey(erased) } },
        { projectId, summary: text },
      ),
    };
  }
}

function isOfValues<T extends { groupBy: string | null }>(
  grouping: T,
): grouping is T & Pick<ValueGrouping, 'groupBy'> {
  return VALUE_GROUPINGS.some((name) => name === grouping.groupBy);
}

function toScope({ groupBy, groupAttribute, projectId }: WaitingGrouping): ErasureScope {
  // An attribute can have the ID of a session, too.
  if (groupBy === 'SESSION') {
    return { ...ANYWHERE, projectId, groupings: ['SESSION', 'ATTRIBUTE'], text: 'session' };
  }
  const text = nameGrouping({ groupBy, groupAttribute });
  return { groupings: [groupBy], groupAttribute, projectId, text };
}
