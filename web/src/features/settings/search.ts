import { type RawSearch, readOneOf, readText } from '../../lib/routing/search-params.js';
import {
  readTimeRange,
  resolveTimeRange,
  type TimeRangeSearch,
} from '../../lib/time/time-range.js';

/** The state of a list that is only searched by name. */
export interface NameSearch {
  q?: string | undefined;
}

/** The state of the lists of API keys. */
export interface KeysSearch {
  /** Whose keys are listed: those of people; absent for the system's. */
  of?: 'users' | undefined;
}

/** The state of the audit log. */
export interface AuditSearch extends TimeRangeSearch {
  action?: string | undefined;
  /** Global id of the user who acted. */
  actor?: string | undefined;
  outcome?: AuditOutcome | undefined;
  q?: string | undefined;
  /** The event that is open. */
  event?: string | undefined;
}

export const AUDIT_OUTCOMES = ['success', 'failure'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Reads the state of a list that is only searched by name. */
export function readNameSearch(search: RawSearch): NameSearch {
  return { q: readText(search, 'q') };
}

/** Reads which keys are listed. */
export function readKeysSearch(search: RawSearch): KeysSearch {
  return { of: readOneOf(search, 'of', ['users'] as const) };
}

/** Reads the state of the audit log from its address; what cannot be read is dropped. */
export function readAuditSearch(search: RawSearch): AuditSearch {
  return {
    ...readTimeRange(search),
    action: readText(search, 'action'),
    actor: readText(search, 'actor'),
    outcome: readOneOf(search, 'outcome', AUDIT_OUTCOMES),
    q: readText(search, 'q'),
    event: readText(search, 'event'),
  };
}

/** Whether anything but the time range narrows the log. */
export function isFiltered(search: AuditSearch): boolean {
  return Boolean(search.action ?? search.actor ?? search.outcome ?? search.q);
}

/** Which column a text is looked for in: only addresses have an @. */
export function userFilter(text: string): { col: 'username' | 'email'; value: string } | null {
  if (text === '') return null;
  return { col: text.includes('@') ? 'email' : 'username', value: text };
}

/** The address, below that of the server, where the events that a search shows are downloaded. */
export function exportPath(search: AuditSearch, format: 'csv' | 'jsonl', now?: number): string {
  const { start, end } = resolveTimeRange(search, now);
  const filters = {
    format,
    action: search.action,
    actor_id: search.actor,
    outcome: search.outcome,
    search: search.q,
    start,
    end,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return `v1/audit_events/export?${query.toString()}`;
}
