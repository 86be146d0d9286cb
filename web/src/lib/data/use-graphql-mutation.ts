import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendDocument, type RequestOptions, type TypedDocument } from './graphql-request.js';
import { ALL_QUERIES, getDocumentKey } from './query-client.js';
import { RequestError } from './request-error.js';

/** The result of a request: its data, or an error. */
export type Outcome<Data> =
  | { data: Data; error?: undefined }
  | { data?: undefined; error: RequestError };

export interface MutationOptions extends Pick<RequestOptions, 'exact'> {
  /** The queries to reload after a success; all of them by default. */
  invalidates?: readonly TypedDocument<unknown, never>[];
}

/**
 * Returns a function that sends a mutation, and whether one is being sent. The function never
 * throws: it returns an error for the caller to show.
 *
 * After a success, every query on the page is reloaded, and all others when they are next used.
 * Lists are not: their page decides whether rows may move, and calls `reread` or `reload`.
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

/** Waits for a request and returns its result instead of throwing. */
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
  // Not awaited: the mutation has succeeded, even if reloading fails.
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: key });
}
