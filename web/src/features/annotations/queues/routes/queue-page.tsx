import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronDown, ChevronLeft, ChevronUp, ListChecks, SearchX } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { IconButton } from '../../../../components/buttons/icon-button.js';
import { EmptyState } from '../../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../../components/feedback/error-state.js';
import { HELD_KEYS_VIEW, useHeldKeys } from '../../../../lib/browser/held-keys.js';
import { sendDocument } from '../../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../../lib/data/use-graphql-mutation.js';
import { buildQueryOptions, useGraphqlQuery } from '../../../../lib/data/use-graphql-query.js';
import { isNotFound } from '../../../../lib/errors/server-errors.js';
import { formatExact } from '../../../../lib/format/numbers.js';
import { useViewer } from '../../../../lib/viewer/viewer.js';
import { JudgmentsQuery } from '../../judge/judgments.js';
import { type Queue, useQueue } from '../api/queues.js';
import { FirstItemQuery, ItemQuery, type ReviewItem } from '../api/review-steps.js';
import { QueueProgress } from '../components/queue-progress.js';
import { QueueSummary } from '../components/queue-summary.js';
import { ReviewItemView } from '../components/review-item-view.js';
import { readReviewSearch } from '../search.js';
import { useReview } from '../use-review.js';
import classes from './queue-page.module.css';

const route = getRouteApi('/projects/$projectId/review/$queueId');

interface QueuePageProps {
  /** Shows the span, trace or session of an item. */
  renderTarget: (item: ReviewItem) => ReactNode;
  /** Loads what `renderTarget` will show. */
  prefetchTarget: (item: ReviewItem) => void;
}

/** A review queue: its items one by one, or its summary. */
export function QueuePage(targets: QueuePageProps) {
  const { projectId, queueId } = route.useParams();
  const { queue, isMissing, error, reload } = useQueue(queueId);
  const { isPending } = useViewer();
  if (error && !isNotFound(error)) return <ErrorState error={error} onRetry={reload} />;
  if (isMissing || error) {
    return (
      <EmptyState
        icon={SearchX}
        title="Review queue not found"
        action={
          <Link to="/projects/$projectId/review" params={{ projectId }} className={classes.link}>
            All review queues
          </Link>
        }
      >
        It may have been deleted, or the link is incomplete.
      </EmptyState>
    );
  }
  if (!queue || isPending) return <div aria-busy className={classes.page} />;
  return <QueueView key={queue.id} projectId={projectId} queue={queue} {...targets} />;
}

interface QueueViewProps extends QueuePageProps {
  projectId: string;
  queue: Queue;
}

function QueueView({ projectId, queue, renderTarget, prefetchTarget }: QueueViewProps) {
  const search = readReviewSearch(route.useSearch());
  const { can } = useViewer();
  const review = useReview(queue.id, search, usePrefetchItem(prefetchTarget));
  const { session, open } = review;
  const { item: itemId, summary: isSummary = false } = search;
  const { item, isMissing, error, reload } = useItem(itemId, queue);
  const isGone = review.standing === 'gone' || isMissing;
  useHeldKeys(can.write && itemId !== undefined && !isSummary && !item && !isGone && !error);

  const takeNext = () => void session.takeNext();
  const openFirst = async () => {
    const outcome = await settleRequest(sendDocument(FirstItemQuery, { queueId: queue.id }));
    const found = outcome.data?.node;
    const first = found?.__typename === 'AnnotationQueue' ? found.items.edges[0]?.node : undefined;
    if (first) open({ item: first.id });
  };
  const onOpen = can.write ? takeNext : () => void openFirst();
  const goTo = (id: string | null | undefined) =>
    id && !review.isBusy ? () => session.goTo(id) : undefined;
  const [previous, next] = [goTo(item?.previousItemId), goTo(item?.nextItemId)];

  const showBody = () => {
    if (isSummary || (!itemId && (!can.write || review.isExhausted))) {
      const { total, available } = queue.progress;
      return (
        <QueueSummary
          projectId={projectId}
          queue={queue}
          isExhausted={review.isExhausted && !isSummary}
          onOpen={(can.write ? available : total) > 0 ? onOpen : undefined}
          openLabel={can.write ? 'Continue judging' : 'Read the items'}
        />
      );
    }
    if (itemId && isGone) {
      return (
        <EmptyState
          icon={SearchX}
          title="This item is no longer in the queue"
          action={
            <Button loading={review.isBusy} onClick={onOpen}>
              {can.write ? 'Next item' : 'First item'}
            </Button>
          }
        >
          Its trace, span or session may have been deleted, or the link is incomplete.
        </EmptyState>
      );
    }
    if (item) {
      return (
        <ReviewItemView {...{ projectId, queue, item, review }} onPrevious={previous} onNext={next}>
          {renderTarget(item)}
        </ReviewItemView>
      );
    }
    if (itemId && error) return <ErrorState error={error} onRetry={reload} />;
    if (!review.refusal) return <div aria-busy className={classes.page} />;
    return (
      <EmptyState
        icon={SearchX}
        title="The next item could not be loaded"
        action={
          <Button loading={review.isBusy} onClick={takeNext}>
            Try again
          </Button>
        }
      >
        {review.refusal}
      </EmptyState>
    );
  };

  return (
    <div className={classes.page} {...HELD_KEYS_VIEW}>
      <QueueHead
        projectId={projectId}
        queue={queue}
        isSummary={isSummary}
        onSummary={() => open(isSummary ? { item: itemId } : { item: itemId, summary: true })}
      >
        {item && !isSummary ? <Pager item={item} previous={previous} next={next} /> : null}
      </QueueHead>
      {showBody()}
    </div>
  );
}

/** Reads the open item. A link can name one that is gone, or an item of another queue. */
function useItem(id: string | undefined, queue: Queue) {
  const { data, error, reload } = useGraphqlQuery(
    ItemQuery,
    { id: id ?? '' },
    { enabled: id !== undefined },
  );
  const node = data?.node.__typename === 'AnnotationQueueItem' ? data.node : undefined;
  const item = node?.annotationQueue.id === queue.id ? node : undefined;
  const isMissing = (data !== undefined && !item) || (error !== undefined && isNotFound(error));
  return { item, isMissing, error, reload };
}

interface QueueHeadProps {
  projectId: string;
  queue: Queue;
  isSummary: boolean;
  onSummary: () => void;
  children: ReactNode;
}

function QueueHead({ projectId, queue, isSummary, onSummary, children }: QueueHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.subject}>
        <Link
          to="/projects/$projectId/review"
          params={{ projectId }}
          className={classes.back}
          aria-label="All review queues"
        >
          <ChevronLeft size={16} aria-hidden />
        </Link>
        <h2 className={classes.title} dir="auto" title={queue.name}>
          {queue.name}
        </h2>
      </div>
      <div className={classes.progress}>
        <QueueProgress progress={queue.progress} />
      </div>
      <div className={classes.tools}>
        {children}
        <Button
          variant={isSummary ? 'light' : 'default'}
          size="compact-md"
          leftSection={<ListChecks size={14} aria-hidden />}
          aria-pressed={isSummary}
          onClick={onSummary}
        >
          Summary
        </Button>
      </div>
    </header>
  );
}

/** Returns a function that loads an item that is about to be opened, with its annotations. */
function usePrefetchItem(prefetchTarget: (item: ReviewItem) => void) {
  const client = useQueryClient();
  return useCallback(
    (item: ReviewItem) => {
      const id = (item.span ?? item.session ?? item.trace)?.id;
      // If it fails, the item loads them once it is open.
      if (id) void settleRequest(client.query(buildQueryOptions(JudgmentsQuery, { id })));
      prefetchTarget(item);
    },
    [client, prefetchTarget],
  );
}

interface PagerProps {
  item: ReviewItem;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

function Pager({ item, previous, next }: PagerProps) {
  return (
    <div className={classes.pager}>
      <IconButton label="Previous item (k)" onClick={previous}>
        <ChevronUp size={16} aria-hidden />
      </IconButton>
      <span className="numeric" role="status">
        Item {formatExact(item.number)}
      </span>
      <IconButton label="Next item (j)" onClick={next}>
        <ChevronDown size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
