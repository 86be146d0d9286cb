import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request comes from; what is logged and audited during it tells this along. */
export interface RequestContext {
  requestId: string;
  /** Address of the client, as far as proxies are trusted. */
  address: string | null;
  userAgent: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with the context that `currentRequest` gives inside of it. */
export function inRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The request under way; undefined at the start and in the background. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
