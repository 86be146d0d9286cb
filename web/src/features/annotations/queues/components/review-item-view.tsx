import { Button, Kbd } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Notice } from '../../../../components/feedback/notice.js';
import { useViewer } from '../../../../lib/viewer/viewer.js';
import { JudgePanel, type PanelFocus } from '../../judge/judge-panel.js';
import { listDigits } from '../../judge/number-keys.js';
import type { JudgmentsHandle } from '../../judge/review-options.js';
import type { Target } from '../../judge/use-judgments.js';
import type { Queue } from '../api/queues.js';
import type { ReviewItem } from '../api/review-steps.js';
import { getReviewerName } from '../reviewer-name.js';
import { useItemActions } from '../use-item-actions.js';
import { useReviewKeys } from '../use-review-keys.js';
import type { Standing } from '../review-session.js';
import type { Review } from '../use-review.js';
import classes from './review-item-view.module.css';

interface ReviewItemViewProps {
  projectId: string;
  queue: Queue;
  item: ReviewItem;
  review: Review;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** The span, trace or session. */
  children: ReactNode;
}

/** One item of a queue: what to judge, and beside it the fields to judge it with. */
export function ReviewItemView(props: ReviewItemViewProps) {
  const { projectId, queue, item, review, onPrevious, onNext, children } = props;
  const { viewer, can } = useViewer();
  const { standing } = review;
  const panel = useRef<HTMLDivElement>(null);
  const handle = useRef<JudgmentsHandle>(null);
  const [focus, setFocus] = useState(() => focusFirst(queue));
  const [focusedId, setFocusedId] = useState(item.id);
  if (focusedId !== item.id) {
    setFocusedId(item.id);
    setFocus(focusFirst(queue));
  }

  const target = toTarget(item);
  const state = item.reviews.find(({ user }) => (user?.id ?? null) === (viewer?.id ?? null))?.state;
  const isDone = state === 'DONE';
  const isMine = standing === 'held' || standing === 'claiming';

  const { finish, skip } = useItemActions({ item, review, isMine, isDone, panel, handle });
  useReviewKeys(
    {
      previous: onPrevious,
      next: onNext,
      ...(can.write && {
        finish,
        skip,
        focusField: () => setFocus({ on: 'field' }),
        focusNote: () => setFocus({ on: 'note' }),
      }),
    },
    'Judge',
  );

  return (
    <div className={classes.frame}>
      <div className={classes.sides}>
        <div ref={showTop} className={classes.main} key={item.id}>
          {children}
        </div>
        <div ref={panel} className={classes.panel}>
          <JudgePanel
            projectId={projectId}
            targets={target ? [target] : []}
            kind={target?.kind ?? 'span'}
            onKindChange={ignoreKind}
            onClose={ignoreKind}
            focus={focus}
            review={{
              configs: queue.annotationConfigs,
              isReadOnly: standing === 'taken',
              hidesOthers: can.write && isMine && !isDone,
              notice: (
                <>
                  {queue.description ? (
                    <p className={classes.instructions} dir="auto">
                      {queue.description}
                    </p>
                  ) : null}
                  <StandingNotice standing={standing} isDone={isDone} item={item} />
                </>
              ),
              handle,
            }}
          />
        </div>
      </div>
      {can.write ? (
        <ReviewFoot
          review={review}
          isMine={isMine}
          isDone={isDone}
          onFinish={finish}
          onSkip={skip}
        />
      ) : null}
    </div>
  );
}

/**
 * Number keys choose labels and the scores of small scales from anywhere. Other scores and texts
 * need the focus, which would open the keyboard of a phone.
 */
function focusFirst({ annotationConfigs: [first] }: Queue): PanelFocus {
  const needsField =
    !(first && listDigits(first).length > 0) && !matchMedia('(pointer: coarse)').matches;
  return { on: needsField ? 'field' : 'panel', isStill: true };
}

interface ReviewFootProps {
  review: Review;
  isMine: boolean;
  isDone: boolean;
  onFinish: () => void;
  onSkip: () => void;
}

function ReviewFoot({ review, isMine, isDone, onFinish, onSkip }: ReviewFootProps) {
  const { isBusy, refusal } = review;
  return (
    <footer className={classes.foot}>
      {refusal ? (
        <p role="alert" className={classes.refusal}>
          {refusal}
        </p>
      ) : null}
      <div className={classes.buttons}>
        {isMine ? (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={onSkip}
            rightSection={<Kbd size="xs">s</Kbd>}
          >
            {isDone ? 'Next open item' : 'Skip'}
          </Button>
        ) : null}
        <Button
          className={classes.finish}
          loading={isBusy}
          onClick={onFinish}
          rightSection={<Kbd size="xs">Enter</Kbd>}
        >
          {isMine ? 'Finish' : 'Next item'}
        </Button>
      </div>
    </footer>
  );
}

interface StandingNoticeProps {
  standing: Standing;
  isDone: boolean;
  item: ReviewItem;
}

function StandingNotice({ standing, isDone, item }: StandingNoticeProps) {
  const { viewer, can } = useViewer();
  const name = (wanted: 'CLAIMED' | 'DONE') =>
    item.reviews
      .filter(({ state, user }) => state === wanted && (user?.id ?? null) !== (viewer?.id ?? null))
      .map(({ user }) => getReviewerName(user))
      .join(', ');
  const [openedBy, judgedBy] = [name('CLAIMED'), name('DONE')];
  const others = [
    ...(openedBy ? [`${openedBy} has this item open.`] : []),
    ...(judgedBy ? [`Judged by ${judgedBy}.`] : []),
  ].join(' ');
  if (!can.write) return others ? <Notice tone="info">{others}</Notice> : null;
  if (standing === 'taken') {
    return (
      <Notice tone="warning">
        {others || 'Other people are judging this item.'} You can read it, but not judge it.
      </Notice>
    );
  }
  if (standing === 'lost') {
    return (
      <Notice tone="warning">
        Your ten minutes for this item ran out, and somebody else took it. {others} Your annotation
        is saved, but does not count for the queue.
      </Notice>
    );
  }
  return isDone ? (
    <Notice tone="success">You have judged this item. You can still change your judgment.</Notice>
  ) : null;
}

function toTarget({ span, trace, session }: ReviewItem): Target | undefined {
  if (span) return { kind: 'span', id: span.id };
  if (session) return { kind: 'session', id: session.id };
  return trace ? { kind: 'trace', id: trace.id } : undefined;
}

/** On a phone, the item scrolls together with the fields. */
function showTop(main: HTMLElement | null): void {
  main?.parentElement?.scrollTo({ top: 0 });
}

function ignoreKind(): void {
  return undefined;
}
