import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { dropHeldKeys, useHeldKeys, useSlowHeldKeys } from '../../../lib/browser/held-keys.js';
import { sendDocument, type TypedDocument } from '../../../lib/data/graphql-request.js';
import { getDocumentKey } from '../../../lib/data/query-client.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { QueueQuery } from './api/queues.js';
import { ItemQuery, type ReviewItem } from './api/review-steps.js';
import { ReviewSession, type Standing } from './review-session.js';
import type { ReviewSearch } from './search.js';

const ACTIVITIES = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'visibilitychange'] as const;

/**
 * Claims the items of a queue one after another, and reads the next one ahead. The open item is in
 * the URL. Keys that are pressed while an item is on its way are meant for that item.
 * @param prefetch loads what an item shows.
 */
export function useReview(
  queueId: string,
  { item, summary }: ReviewSearch,
  prefetch: (item: ReviewItem) => void,
) {
  const { viewer, can: permissions } = useViewer();
  const can = permissions.write;
  const viewerId = viewer?.id ?? null;
  const navigate = useNavigate();
  const client = useQueryClient();
  const open = useCallback(
    (search: ReviewSearch) =>
      void navigate({
        to: '.',
        search: (now) => ({
          ...now,
          selectedSpanNodeId: undefined,
          item: undefined,
          summary: undefined,
          ...search,
        }),
        replace: true,
      }),
    [navigate],
  );
  const session = useMemo(() => {
    const store = (query: TypedDocument<unknown, never>, node: { id: string }) =>
      client.setQueryData([...getDocumentKey(query), { id: node.id }], { node });
    return new ReviewSession({
      queueId,
      viewerId,
      send: (document, variables, options) =>
        settleRequest(sendDocument(document, variables, options)),
      store: ({ annotationQueue: queue, annotationQueueItem: next, upcomingItem }) => {
        store(QueueQuery, { __typename: 'AnnotationQueue', ...queue } as typeof queue);
        if (next) store(ItemQuery, { __typename: 'AnnotationQueueItem', ...next } as typeof next);
        if (upcomingItem) prefetch(upcomingItem);
      },
      open,
      dropKeys: dropHeldKeys,
    });
  }, [queueId, viewerId, client, prefetch, open]);
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const { known, isExhausted, isBusy, isMoving, refusal } = state;

  useLayoutEffect(() => {
    if (!can) return undefined;
    const end = new AbortController();
    const options = { passive: true, signal: end.signal };
    const onActivity = () => {
      if (!document.hidden) session.renew();
    };
    for (const type of ACTIVITIES) addEventListener(type, onActivity, options);
    addEventListener('pagehide', () => session.abandon(), options);
    return () => {
      end.abort();
      session.close();
    };
  }, [session, can]);
  useLayoutEffect(() => {
    if (can) session.show({ item, summary });
  }, [session, can, item, summary]);
  useSlowHeldKeys(
    useCallback(() => session.refuse('The server has not answered for five seconds.'), [session]),
  );

  const standing: Standing = known && known.id === item ? known.standing : 'claiming';
  const isClaiming = !summary && (item ? standing === 'claiming' : !isExhausted);
  useHeldKeys(can && (isBusy || isMoving || (isClaiming && !refusal)));
  return { session, standing, isExhausted, isBusy, refusal, open };
}

export type Review = ReturnType<typeof useReview>;
