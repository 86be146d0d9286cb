import { type RawSearch, readOneOf, readText } from '../../lib/routing/search-params.js';
import {
  readTimeRange,
  resolveTimeRange,
  type TimeRangeSearch,
} from '../../lib/time/time-range.js';

/** The state of a list that can only be searched by name. */
export interface NameSearch {
  q?: string | undefined;
}

/** The state of the lists of API keys. */
export interface KeysSearch {
  /** The listed keys: `users` for personal keys, absent for system keys. */
  of?: 'users' | undefined;
}

/** The state of the audit log. */
export interface AuditSearch extends TimeRangeSearch {
  action?: string | undefined;
  /** Global ID of the user who acted. */
  actor?: string | undefined;
  outcome?: AuditOutcome | undefined;
  q?: string | undefined;
  /** The open event. */
  event?: string | undefined;
}

export const AUDIT_OUTCOMES = ['success', 'failure'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Reads the state of a list that can only be searched by name. */
export function readNameSearch(search: RawSearch): NameSearch {
  return { q: readText(search, 'q') };
}

/** Reads which keys are listed. */
export function readKeysSearch(search: RawSearch): KeysSearch {
  return { of: readOneOf(search, 'of', ['users'] as const) };
}

/** Reads the state of the audit log from the URL, and drops invalid values. */
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

/** Whether the log is filtered by more than the time range. */
export function isFiltered(search: AuditSearch): boolean {
  return Boolean(search.action ?? search.actor ?? search.outcome ?? search.q);
}

/** Returns the filter for a text: by email address if it has an @, by name otherwise. */
export function buildUserFilter(text: string): { col: 'username' | 'email'; value: string } | null {
  if (text === '') return null;
  return { col: text.includes('@') ? 'email' : 'username', value: text };
}

/** Returns the path, below the server address, that downloads the events of a search. */
export function buildExportPath(
  search: AuditSearch,
  format: 'csv' | 'jsonl',
  now?: number,
): string {
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
