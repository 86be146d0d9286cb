import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Role, ROLES } from './roles.js';

/**
 * The requirements and permissions of handlers besides a role, in the words and the order of
 * `test/access/matrix.json`.
 */
export const ACCESS_WORDS = [
  /**
   * A handler of POST counts as a read, because it changes nothing itself: every operation that it runs
   * for the caller is checked by itself.
   */
  'changes nothing itself',
  /**
   * Open also to those who have the rights of the role only in some projects. The handler then reaches
   * nothing else, so it must not change anything that belongs to no project.
   */
  'by project role',
  /** Closed while authentication is off. */
  'with authentication only',
  /** Closed to API keys. */
  'no API keys',
  /** Closed to the system user, whatever its credential. */
  'people only',
  /** Open to keys whose scope is `ingest`. */
  'ingest keys too',
  /** Open to users who must change their password first. */
  'while the password is expired too',
  /** Open to users who must add a second factor first. */
  'while the second factor is missing too',
  /**
   * Open while nothing new may be stored, for handlers that delete, end or change something, or store very
   * little. Handlers of DELETE are always open.
   */
  'while storage is full too',
] as const;

type AccessWord = (typeof ACCESS_WORDS)[number];

/** The words that close a handler, for which callers get an error message. */
type Refusal = Extract<AccessWord, 'with authentication only' | 'no API keys' | 'people only'>;

type Requirement = Role | 'public' | Exclude<AccessWord, Refusal> | { [W in Refusal]?: string };

/** The callers that a handler allows. */
export interface HandlerAccess {
  /** The lowest role, or `public`; null for nobody. */
  role: Role | 'public' | null;
  /** The other requirements and permissions, with the error message of refusals. */
  words: ReadonlyMap<AccessWord, string>;
}

const Requirements = Reflector.createDecorator<readonly Requirement[]>();

/**
 * Declares who may call a handler: the lowest role or `public`, and further words, such as `@Access('MEMBER',
 * 'by project role', { 'no API keys': 'API keys cannot do this.' })`. What a class says holds for all its
 * handlers, which can change and add to it. **Closed until opened**: a handler without a role refuses everyone.
 */
export const Access = (...requirements: Requirement[]) => Requirements(requirements);

/** Returns who may call the handler of an execution context. */
export function getAccessOfContext(
  context: Pick<ExecutionContext, 'getHandler' | 'getClass'>,
): HandlerAccess {
  return getAccessOfHandler(context.getClass(), context.getHandler());
}

/** Returns who may call a handler of a class. */
export function getAccessOfHandler(controller: object, handler: object): HandlerAccess {
  const all = [controller, handler].flatMap(
    (target) =>
      (Reflect.getMetadata(Requirements.KEY, target) as readonly Requirement[] | undefined) ?? [],
  );
  let role: HandlerAccess['role'] = null;
  const words = new Map<AccessWord, string>();
  for (const requirement of all) {
    if (typeof requirement === 'object') {
      for (const [word, message] of Object.entries(requirement))
        words.set(word as Refusal, message);
    } else if (isRole(requirement)) {
      role = requirement;
    } else {
      words.set(requirement, '');
    }
  }
  return { role, words };
}

function isRole(requirement: string): requirement is Role | 'public' {
  return requirement === 'public' || (ROLES as readonly string[]).includes(requirement);
}
