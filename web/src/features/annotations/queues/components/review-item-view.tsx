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
  const { session, standing, isBusy } = review;
  const panel = useRef<HTMLDivElement>(null);
  const handle = useRef<JudgmentsHandle>(null);
  const askedAbout = useRef<string>(undefined);
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

  const finish = () => {
    if (isBusy) return;
    if (isMine) {
      void session.finish(
        item.id,
        async () => (await prepare(panel.current, handle)) ?? askAboutMissing(),
      );
    } else {
      void session.takeNext();
    }
  };
  /** Asks once for each item. Finishing it again confirms it. */
  const askAboutMissing = (): string | undefined => {
    const missing = handle.current?.listMissing() ?? [];
    if (missing.length === 0 || askedAbout.current === item.id) return undefined;
    askedAbout.current = item.id;
    const names = new Intl.ListFormat('en').format(missing);
    return `You have not judged ${names}. Finish the item again to leave ${missing.length === 1 ? 'it' : 'them'} out.`;
  };
  const skip = () => {
    if (isBusy) return;
    // What you have judged stays judged.
    if (isMine && !isDone) void session.skip(item.id);
    else void session.takeNext();
  };
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
        Your ten minutes for this item ran out, and somebody else took it. {others} What you entered
        is saved as your annotation, but does not count for the queue.
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

/** Saves what was entered. Returns what keeps the item from being finished. */
async function prepare(
  panel: HTMLElement | null,
  handle: { current: JudgmentsHandle | null },
): Promise<string | undefined> {
  for (let tries = 0; tries < 100 && !handle.current?.isReady(); tries++) await pause(20);
  if (panel?.contains(document.activeElement)) {
    // A field saves its text when it loses the focus.
    panel.querySelector<HTMLElement>('section')?.focus({ preventScroll: true });
    await pause(0);
  }
  if (panel?.querySelector('[aria-invalid="true"]'))
    return 'The score is not valid. Correct it, then finish the item.';
  // What has just been saved may take a moment to be read back.
  if (!handle.current?.hasValue()) await pause(100);
  if (!handle.current?.hasValue()) {
    return 'You have not judged this item yet. Choose a value, or skip the item.';
  }
  return (await handle.current.settle())
    ? undefined
    : 'Your judgment could not be saved. Choose the value again.';
}

/** On a phone, the item scrolls together with the fields. */
function showTop(main: HTMLElement | null): void {
  main?.parentElement?.scrollTo({ top: 0 });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function ignoreKind(): void {
  return undefined;
}
