import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendDocument, type RequestOptions, type TypedDocument } from './graphql-request.js';
import { ALL_QUERIES, getDocumentKey } from './query-client.js';
import { RequestError } from './request-error.js';

/** What came of a request: its data, or why there is none. */
export type Outcome<Data> =
  { data: Data; error?: undefined } | { data?: undefined; error: RequestError };

export interface MutationOptions extends Pick<RequestOptions, 'exact'> {
  /** Queries to ask again after a success; all of them by default. */
  invalidates?: readonly TypedDocument<unknown, never>[];
}

/**
 * Returns a function that sends a mutation, and whether one is on its way. The function never throws:
 * a refusal is an outcome to show.
 *
 * After a success, every query on the page is asked again, and the others when they are next shown.
 * Lists are not: their page knows whether rows may move, and calls `reread` or `reload`.
 */
export function useGraphqlMutation<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  { exact, invalidates }: MutationOptions = {},
): [send: (variables: Variables) => Promise<Outcome<Data>>, isSending: boolean] {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (variables: Variables) => sendDocument(document, variables, { exact }),
    onSuccess: () => invalidate(queryClient, invalidates),
  });
  const send = useCallback(
    (variables: Variables) => settleRequest(mutateAsync(variables)),
    [mutateAsync],
  );
  return [send, isPending];
}

/** Waits for a request and returns what came of it. */
export async function settleRequest<Data>(request: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { data: await request };
  } catch (error) {
    return { error: RequestError.from(error) };
  }
}

function invalidate(
  queryClient: QueryClient,
  documents: readonly TypedDocument<unknown, never>[] | undefined,
): void {
  const keys = documents?.map(getDocumentKey) ?? [ALL_QUERIES];
  // Not awaited: the mutation is done, whatever becomes of what is read after it.
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: key });
}
