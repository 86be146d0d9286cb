import { type Role, ROLES } from '../../src/kernel/access/roles.js';

/** All kinds of callers, and their roles. */
export const CALLERS = {
  nobody: null,
  'a viewer': 'VIEWER',
  "a viewer's key": 'VIEWER',
  'a member': 'MEMBER',
  "a member's key": 'MEMBER',
  'a system key': 'MEMBER',
  'a read-only key of an admin': 'ADMIN',
  'an admin': 'ADMIN',
  "an admin's key": 'ADMIN',
  'the admin secret': 'ADMIN',
} as const satisfies Record<string, Role | null>;
export type Caller = keyof typeof CALLERS;

const rankOfRole = (role: string | null) => (ROLES as readonly (string | null)[]).indexOf(role);
const isSystem = (caller: Caller) => caller === 'a system key' || caller === 'the admin secret';
const isKey = (caller: Caller) => caller.includes('key');

/**
 * Callers that a handler refuses despite their role, because of rules about the caller's own rows.
 */
const BEYOND_ROLES: Record<string, Caller[]> = {
  // A system key has no owner with personal keys.
  'DELETE /v1/user/api_keys/:api_key_id': ['a system key'],
  // Only a caller with a session has other sessions.
  'Mutation.endOtherLoginSessions': ['the admin secret'],
};

type Expected = 'unauthenticated' | 'forbidden' | 'let in';
/** Why a caller is refused, or that it is not. */
type Reason = 'stranger' | 'role' | 'key' | 'system' | 'read-only' | 'own rows' | 'none';

/** Returns why the matrix expects that this handler refuses this caller. */
function reasonOf(handler: string, access: string, caller: Caller, isWrite: boolean): Reason {
  const [role, ...rules] = access.split(', ');
  // No credential of this server is a token for SCIM.
  if (rules.includes('SCIM tokens only')) return 'stranger';
  if (role === 'public') return 'none';
  const has = CALLERS[caller];
  if (has === null) return 'stranger';
  if (rankOfRole(has) < rankOfRole(role!)) return 'role';
  if (rules.includes('no API keys') && isKey(caller)) return 'key';
  if (rules.includes('people only') && isSystem(caller)) return 'system';
  const reads = !isWrite || rules.includes('changes nothing itself');
  if (caller.startsWith('a read-only key') && !reads) return 'read-only';
  return BEYOND_ROLES[handler]?.includes(caller) ? 'own rows' : 'none';
}

/** Returns the response that the matrix expects for this caller of this handler. */
export function expected(...call: Parameters<typeof reasonOf>): Expected {
  const reason = reasonOf(...call);
  if (reason === 'stranger') return 'unauthenticated';
  return reason === 'none' ? 'let in' : 'forbidden';
}

const callers = Object.keys(CALLERS) as Caller[];
const rankOf = (caller: Caller) => rankOfRole(CALLERS[caller]);

/**
 * Chooses one caller for each reason to refuse callers of a handler, and one that is let in. Their roles
 * are those next to the one that it requires. Which of several it is depends on the length of its name.
 */
function sampleOf(handler: string, access: string, isWrite: boolean): Caller[] {
  const byReason = Map.groupBy(callers, (caller) => reasonOf(handler, access, caller, isWrite));
  const number = handler.length;
  return [...byReason].map(([reason, group]) => {
    const ranks = group.map(rankOf);
    const nearest = reason === 'role' ? Math.max(...ranks) : Math.min(...ranks);
    const nearestOnes = group.filter((caller) => rankOf(caller) === nearest);
    return nearestOnes[number % nearestOnes.length]!;
  });
}

/** Whether to call each handler as a sample of callers, or as all of them. */
export type Extent = 'sample' | 'all';

/** Chooses those that call a handler. */
export const chooseCallers = (extent: Extent, ...handler: Parameters<typeof sampleOf>) =>
  extent === 'all' ? callers : sampleOf(...handler);
