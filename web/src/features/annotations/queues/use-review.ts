import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { dropHeldKeys, useHeldKeys, useSlowHeldKeys } from '../../../lib/browser/held-keys.js';
import {
  type RequestOptions,
  sendDocument,
  type TypedDocument,
} from '../../../lib/data/graphql-request.js';
import { getDocumentKey } from '../../../lib/data/query-client.js';
import { type Outcome, settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { describeError, isNotFound } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { QueueQuery } from './api/queues.js';
import * as steps from './api/review-steps.js';
import type { ReviewSearch } from './search.js';

/**
 * How the user stands with the open item: it is being claimed, is claimed or judged by the user, was
 * taken by others before or after the user claimed it, or has been deleted.
 */
export type Standing = 'claiming' | 'held' | 'taken' | 'lost' | 'gone';

/** A claim lasts ten minutes. Any activity after this time renews it. */
const RENEW_AFTER_MS = 120_000;
const ACTIVITIES = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'visibilitychange'] as const;

/** What the user has open. */
interface Claim {
  id: string;
  /** When it was last renewed, in milliseconds. */
  since: number;
  /** Whether the user had put the item off before returning to it. */
  wasSkipped: boolean;
}

type StepDocument<V> = TypedDocument<{ step: steps.StepResult }, V>;

/**
 * Claims the items of a queue one after another, and reads the next one ahead. The open item is in
 * the URL. Keys that are pressed while an item is on its way are meant for that item.
 * @param prefetch loads what an item shows.
 */
export function useReview(
  queueId: string,
  { item: itemId, summary }: ReviewSearch,
  prefetch: (item: steps.ReviewItem) => void,
) {
  const { viewer, can: permissions } = useViewer();
  const can = permissions.write;
  const viewerId = viewer?.id ?? null;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [known, setKnown] = useState<{ id: string; standing: Standing }>();
  const [isExhausted, setIsExhausted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  /** Whether another item is about to be shown. Until then, keys must not judge the item before. */
  const [isMoving, setIsMoving] = useState(false);
  const [shownItem, setShownItem] = useState(itemId);
  if (shownItem !== itemId) {
    setShownItem(itemId);
    setIsBusy(false);
    setIsMoving(false);
    setRefusal(undefined);
  }
  const refuse = useCallback((reason: string) => {
    // They were meant for the items after this one.
    const ignored = dropHeldKeys() > 0 ? ' The keys you pressed since then were ignored.' : '';
    setRefusal(reason + ignored);
  }, []);
  useSlowHeldKeys(
    useCallback(() => refuse('The server has not answered for five seconds.'), [refuse]),
  );
  const held = useRef<Claim>(undefined);
  const openId = useRef<string>(undefined);
  const isAlive = useRef(false);
  /** Steps run one after another, so that a claim never overtakes the release before it. */
  const line = useRef<Promise<unknown>>(Promise.resolve());

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

  const enqueue = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const done = line.current.then(work);
    line.current = done.catch(() => undefined);
    return done;
  }, []);

  const step = useCallback(
    <V>(document: StepDocument<V>, variables: V): Promise<Outcome<{ step: steps.StepResult }>> =>
      enqueue(async () => {
        const outcome = await settleRequest(sendDocument(document, variables));
        if (outcome.data) {
          const {
            annotationQueue: queue,
            annotationQueueItem: item,
            upcomingItem,
          } = outcome.data.step;
          const store = (query: TypedDocument<unknown, never>, node: { id: string }) =>
            client.setQueryData([...getDocumentKey(query), { id: node.id }], { node });
          store(QueueQuery, { __typename: 'AnnotationQueue', ...queue } as typeof queue);
          if (item)
            store(steps.ItemQuery, { __typename: 'AnnotationQueueItem', ...item } as typeof item);
          if (upcomingItem) prefetch(upcomingItem);
        }
        return outcome;
      }),
    [client, enqueue, prefetch],
  );

  const release = useCallback(
    (given: Pick<Claim, 'id' | 'wasSkipped'>) => void enqueue(() => giveUp(given)),
    [enqueue],
  );

  const findWasSkipped = useCallback(
    async (id: string): Promise<boolean> => {
      const { data } = await settleRequest(sendDocument(steps.ItemQuery, { id }));
      if (data?.node.__typename !== 'AnnotationQueueItem') return false;
      return data.node.reviews.some(
        ({ state, user }) => state === 'SKIPPED' && (user?.id ?? null) === viewerId,
      );
    },
    [viewerId],
  );

  const claim = useCallback(
    async (id: string, refused: Standing) => {
      const before = held.current?.id === id ? held.current : undefined;
      const wasSkipped = before?.wasSkipped ?? (await findWasSkipped(id));
      if (openId.current !== id) return;
      const { error } = await step(steps.ClaimMutation, { id });
      if (openId.current !== id) {
        // The user has gone on to another item.
        if (!error && !before) release({ id, wasSkipped });
      } else if (!error) {
        held.current = { id, since: Date.now(), wasSkipped };
        setKnown({ id, standing: 'held' });
      } else if (error.code === 'CONFLICT' || isNotFound(error)) {
        if (held.current?.id === id) held.current = undefined;
        setKnown({ id, standing: isNotFound(error) ? 'gone' : refused });
      } else {
        refuse(describeError(error).detail);
      }
    },
    [step, release, findWasSkipped, refuse],
  );

  /** Sends a step and opens the item that it leads to. */
  const go = useCallback(
    async <V>(document: StepDocument<V>, variables: V): Promise<void> => {
      setIsBusy(true);
      setRefusal(undefined);
      const { data, error } = await step(document, variables);
      if (!isAlive.current) {
        const missed = data?.step.annotationQueueItem?.id;
        if (missed) release({ id: missed, wasSkipped: false });
        return;
      }
      if (error) {
        setIsBusy(false);
        if (itemId && error.code === 'CONFLICT') setKnown({ id: itemId, standing: 'lost' });
        else if (itemId && isNotFound(error)) setKnown({ id: itemId, standing: 'gone' });
        else refuse(describeError(error).detail);
        if (error.code === 'CONFLICT' || isNotFound(error)) held.current = undefined;
        return;
      }
      const next = data.step.annotationQueueItem;
      held.current = next ? { id: next.id, since: Date.now(), wasSkipped: false } : undefined;
      setIsExhausted(!next);
      if (!next) dropHeldKeys();
      if (next) setKnown({ id: next.id, standing: 'held' });
      if (next?.id === itemId) {
        setIsBusy(false);
        if (next && !summary) refuse('No other item is left for you.');
      }
      open({ item: next?.id });
    },
    [step, open, release, refuse, itemId, summary],
  );
  const takeNext = useCallback(() => go(steps.ClaimNextMutation, { queueId }), [go, queueId]);

  useEffect(() => {
    isAlive.current = true;
    return () => {
      isAlive.current = false;
    };
  }, []);

  const isAtStart = can && !itemId && !summary && !isExhausted;
  const wasStarted = useRef(false);
  useEffect(() => {
    if (!isAtStart || wasStarted.current) return;
    wasStarted.current = true;
    void takeNext().finally(() => {
      wasStarted.current = false;
    });
  }, [isAtStart, takeNext]);

  useEffect(() => {
    if (!can || !itemId) return undefined;
    openId.current = itemId;
    if (held.current?.id !== itemId) void claim(itemId, 'taken');
    return () => {
      openId.current = undefined;
      const current = held.current;
      if (current?.id !== itemId) return;
      held.current = undefined;
      release(current);
    };
  }, [can, itemId, claim, release]);

  useEffect(() => {
    const onLeave = () => {
      if (held.current) void giveUp(held.current, { keepalive: true });
    };
    addEventListener('pagehide', onLeave);
    return () => removeEventListener('pagehide', onLeave);
  }, []);

  useEffect(() => {
    const onActivity = () => {
      const current = held.current;
      if (!current || document.hidden || Date.now() - current.since < RENEW_AFTER_MS) return;
      current.since = Date.now();
      void claim(current.id, 'lost');
    };
    for (const type of ACTIVITIES) addEventListener(type, onActivity, { passive: true });
    return () => {
      for (const type of ACTIVITIES) removeEventListener(type, onActivity);
    };
  }, [claim]);

  const standing: Standing = known && known.id === itemId ? known.standing : 'claiming';
  const isRefused = standing === 'taken' || standing === 'lost' || standing === 'gone';
  // Before the keys are pressed.
  useLayoutEffect(() => {
    if (isRefused) dropHeldKeys();
  }, [isRefused]);
  useEffect(() => () => void dropHeldKeys(), []);
  const isClaiming = itemId ? standing === 'claiming' && !summary : isAtStart;
  useHeldKeys(can && (isBusy || isMoving || (isClaiming && !refusal)));

  const goTo = useCallback(
    (id: string) => {
      setIsMoving(true);
      open({ item: id });
    },
    [open],
  );
  return useMemo(
    () => ({
      standing,
      /** Whether the last step found no item. */
      isExhausted,
      /** Whether a step is on its way. */
      isBusy,
      /** Why the last step failed. */
      refusal,
      refuse,
      setRefusal,
      setIsBusy,
      open,
      /** Opens another item. */
      goTo,
      takeNext,
      finish: (id: string) => go(steps.FinishMutation, { id, queueId }),
      skip: (id: string) => go(steps.SkipMutation, { id, queueId }),
    }),
    [standing, isExhausted, isBusy, refusal, refuse, open, goTo, takeNext, go, queueId],
  );
}

/** Lets others have an item at once. One that the user had put off stays put off. */
function giveUp(
  { id, wasSkipped }: Pick<Claim, 'id' | 'wasSkipped'>,
  options: RequestOptions = {},
) {
  const document: TypedDocument<unknown, { id: string }> = wasSkipped
    ? steps.PutOffMutation
    : steps.ReleaseMutation;
  return settleRequest(sendDocument(document, { id }, options));
}

export type Review = ReturnType<typeof useReview>;
