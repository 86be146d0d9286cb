import { randomUUID } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The projects that statements can reach. What belongs to other projects does not exist for them: no
 * query finds it and no write changes it (docs/adr/0072-roles-per-project.md).
 */
export interface ProjectScope {
  /** Row IDs of projects that are out of reach. */
  hidden: readonly number[];
  /**
   * Row IDs of the only projects in reach; null for all that are not hidden. With a list, what belongs to
   * no project is out of reach, too.
   */
  only: readonly number[] | null;
  /**
   * The last project of which it is known whether it belongs to a hidden one. Of later ones, each
   * statement finds out.
   */
  lastKnown: number;
}

/** The origin of a request. Log lines and audit events written during the request include it. */
export interface RequestContext {
  requestId: string;
  /** Address of the client, according to trusted proxies. */
  address: string | null;
  userAgent: string | null;
  /** The projects that the sender can reach; undefined for all, and until the sender is known. */
  scope?: ProjectScope | undefined;
  /** The context of the whole request, if this one is for a part of it with another scope. */
  whole?: RequestContext;
}

/** Characters that are safe in a header, a log line and a search box. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that `currentRequest` returns `context` inside it. */
export function inRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Runs `work` as if somebody with this scope had sent a request for it. */
export function inScope<T>(scope: ProjectScope | undefined, work: () => T): T {
  const context = storage.getStore();
  const nobody = { requestId: randomUUID(), address: null, userAgent: null };
  return storage.run(context ? toPart(context, scope) : { ...nobody, scope }, work);
}

/**
 * Runs `work` without the limits of the sender, for what the server needs to know or do itself. What it
 * returns must not tell the sender about projects out of their reach.
 */
export function unlimited<T>(work: () => T): T {
  const context = storage.getStore();
  return context?.scope ? storage.run(toPart(context, undefined), work) : work();
}

function toPart(context: RequestContext, scope: ProjectScope | undefined): RequestContext {
  return { ...context, scope, whole: context.whole ?? context };
}

/** Returns the current request; undefined at startup and in background work. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** Returns the request ID from the sender or a proxy if it is safe to use; otherwise a new one. */
export function chooseRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && SAFE.test(header) ? header : randomUUID();
}

/** Returns the scope of the current request; undefined for everything. */
export function currentScope(): ProjectScope | undefined {
  return storage.getStore()?.scope;
}
