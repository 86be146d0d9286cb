import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { dropHeldKeys, HELD_KEYS_VIEW, useHeldKeys } from '../../../lib/browser/held-keys.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import { ConfigAdder } from './config-adder.js';
import { ConfigField } from './config-field.js';
import { JudgmentList } from './judgment-list.js';
import { NoteThread } from './note-thread.js';
import { isSame, listDigits, readDigit, toggleChoice } from './number-keys.js';
import { SaveState } from './save-state.js';
import { waitUntilSaved } from './unsaved-values.js';
import { hasValue, type ReviewOptions } from './review-options.js';
import { type Judgments, useJudgments, type Target, type Value } from './use-judgments.js';
import { NO_VALUE } from './write-judgment.js';
import classes from './judge-panel.module.css';

const DIGITS = /^\d$/u;

interface TargetJudgmentsProps {
  projectId: string;
  /** Undefined until known. */
  target: Target | undefined;
  /** Changes with the target, and is known before it. */
  place: string;
  configs: readonly AnnotationConfig[];
  /** Whether the user may not annotate anything. */
  readOnly: boolean;
  review: ReviewOptions | undefined;
}

/** The fields, annotations and notes of a target. */
export function TargetJudgments(props: TargetJudgmentsProps) {
  const { projectId, target, place, configs, review } = props;
  const readOnly = props.readOnly || review?.isReadOnly === true;
  const isReview = review !== undefined;
  const judgments = useJudgments(target);
  const body = useRef<HTMLDivElement>(null);
  const { current, setCurrent, choose, chooseByKey } = useChoice({
    configs,
    judgments,
    isReview,
    readOnly,
    goTo: (at) => goToConfig(body.current, at),
  });
  useFocusFollowing({ place, isReview, current, setCurrent, body });

  useImperativeHandle(review?.handle, () => ({
    isReady: () => judgments.isLoaded,
    hasValue: () => configs.some(({ name }) => hasValue(judgments.getValue(name))),
    listMissing: () =>
      configs
        .filter(({ __typename }) => __typename !== 'FreeformAnnotationConfig')
        .map(({ name }) => name)
        .filter((name) => !hasValue(judgments.getValue(name))),
    settle: async () => target === undefined || waitUntilSaved(target.id),
  }));
  const isLoading = !judgments.isLoaded && !judgments.isMissing && !judgments.error;
  useHeldJudgments(isLoading && !readOnly, place, isReview);
  useKeys(
    Object.fromEntries(
      Array.from({ length: 10 }, (_, digit) => [String(digit), () => chooseByKey(digit)]),
    ),
  );
  useKeys({ u: judgments.undo });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isField = event.target instanceof HTMLElement && event.target.matches('button, fieldset');
    if (step === undefined || !isField) return;
    event.preventDefault();
    goToConfig(body.current, Math.min(Math.max(current + step, 0), configs.length - 1));
  };

  if (judgments.error) return <ErrorState error={judgments.error} onRetry={judgments.reload} />;
  const isEdited = (name: string) => !readOnly && configs.some((config) => config.name === name);
  return (
    <div ref={body} className={classes.body} aria-busy={!judgments.isLoaded} {...HELD_KEYS_VIEW}>
      {review?.isReadOnly && !props.readOnly ? null : (
        <SaveState judgments={judgments} target={target} isEdited={isEdited} readOnly={readOnly} />
      )}
      {configs.length > 0 ? null : isReview ? (
        <p className={classes.hint}>
          The configs of this queue have been deleted. Edit the queue to choose others.
        </p>
      ) : (
        <NoConfigs readOnly={readOnly} />
      )}
      {readOnly ? null : (
        <>
          <div role="presentation" className={classes.fields} onKeyDown={onKeyDown}>
            {configs.map((config, index) => (
              <ConfigField
                // A draft belongs to its target.
                key={`${place} ${config.id}`}
                config={config}
                value={judgments.getValue(config.name)}
                failed={judgments.getFailed(config.name)}
                isLocked={!judgments.isLoaded}
                isCurrent={index === current}
                onFocus={() => setCurrent(index)}
                onChoose={(given) => choose(index, given)}
                onChange={(part) => judgments.save(config.name, part)}
                onRetry={judgments.retry}
                onDiscard={judgments.discard}
              />
            ))}
          </div>
          {isReview ? null : <ConfigAdder projectId={projectId} />}
        </>
      )}
      <OtherJudgments
        judgments={judgments}
        isEdited={isEdited}
        readOnly={readOnly}
        review={review}
      />
      <NoteThread key={place} place={place} judgments={judgments} readOnly={props.readOnly} />
    </div>
  );
}

interface ChoiceOptions {
  configs: readonly AnnotationConfig[];
  judgments: Judgments;
  isReview: boolean;
  readOnly: boolean;
  /** Puts the focus on a config. */
  goTo: (index: number) => void;
}

/** The config that number keys choose for, and what chooses a value. */
function useChoice({ configs, judgments, isReview, readOnly, goTo }: ChoiceOptions) {
  const [current, setCurrent] = useState(0);
  /** Goes on to the next config that has no value yet, so that number keys choose for it. */
  const advance = (from: number) => {
    const at = configs.findIndex(
      ({ name }, index) => index > from && !hasValue(judgments.getValue(name)),
    );
    const next = configs[at];
    if (!next) return;
    setCurrent(at);
    if (listDigits(next).length === 0) goTo(at);
  };
  const choose = (at: number, given: Pick<Value, 'label' | 'score'>) => {
    const config = configs[at];
    if (readOnly || !config || !judgments.isLoaded) return;
    const change = toggleChoice(judgments.getValue(config.name), given);
    judgments.save(config.name, change);
    if (isReview && !isSame(NO_VALUE, change)) advance(at);
  };
  const chooseByKey = (digit: number) => {
    // Documents have number keys of their own.
    if (document.activeElement?.closest('[data-number-keys]')) return;
    const config = configs[current];
    const given = config && readDigit(config, digit);
    if (!given) return;
    // People who judge quickly do not look whether the value is chosen already.
    if (isReview && isSame(judgments.getValue(config.name), given)) advance(current);
    else choose(current, given);
  };
  return { current, setCurrent, choose, chooseByKey };
}

interface FocusOptions {
  place: string;
  isReview: boolean;
  current: number;
  setCurrent: (index: number) => void;
  body: RefObject<HTMLDivElement | null>;
}

/** Chooses which config is current, and has the focus, once another target is shown. */
function useFocusFollowing({ place, isReview, current, setCurrent, body }: FocusOptions) {
  // A reviewer begins each item with the first config.
  const [shownPlace, setShownPlace] = useState(place);
  if (shownPlace !== place) {
    setShownPlace(place);
    if (isReview) setCurrent(0);
  }
  const lastPlace = useRef(place);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    if (isReview) return;
    // The fields of the previous row are gone; the focus stays in the same field of the next one.
    const active = document.activeElement;
    if (active === null || active === document.body) goToConfig(body.current, current);
  }, [place, current, isReview, body]);
}

/**
 * Keeps the keys that choose a value until the annotations have loaded.
 * @param isHolding whether they are loading, and will be editable.
 */
function useHeldJudgments(isHolding: boolean, place: string, isReview: boolean) {
  useHeldKeys(isHolding, isReview ? undefined : DIGITS);
  const shownFor = useRef(place);
  useLayoutEffect(() => {
    // Keys for a session must not judge a span if there turns out to be no session.
    if (!isReview && isOfSameRow(shownFor.current, place)) dropHeldKeys();
    shownFor.current = place;
  }, [place, isReview]);
  useEffect(() => (isReview ? undefined : () => void dropHeldKeys()), [isReview]);
}

interface OtherJudgmentsProps extends Pick<TargetJudgmentsProps, 'readOnly' | 'review'> {
  judgments: Judgments;
  /** Whether a field shows the annotation of the user with a name. */
  isEdited: (name: string) => boolean;
}

/** The annotations that no field shows. */
function OtherJudgments({ judgments, isEdited, readOnly, review }: OtherJudgmentsProps) {
  const { annotations, isOwn } = judgments;
  const rest = annotations.filter((item) => !(isOwn(item) && isEdited(item.name)));
  const listed = review?.hidesOthers ? rest.filter(isOwn) : rest;
  const title = readOnly ? 'Annotations' : 'Other annotations';
  return (
    <>
      {listed.length < rest.length ? (
        <p className={classes.hint}>
          You see the annotations of others once you have finished this item.
        </p>
      ) : null}
      {listed.length > 0 ? (
        <>
          <h4 className={classes.section}>{title}</h4>
          <JudgmentList label={title} judgments={listed} isOwn={isOwn} />
        </>
      ) : null}
    </>
  );
}

function NoConfigs({ readOnly }: { readOnly: boolean }) {
  return (
    <p className={classes.hint}>
      This project has no annotation configs yet. A config describes one thing to judge, such as
      correctness, with its labels or scores.{' '}
      {readOnly ? 'Ask a member or an admin to add one.' : 'Add one to begin.'}
    </p>
  );
}

/** Whether two places differ in what is annotated of a row, but not in the row. */
function isOfSameRow(before: string, place: string): boolean {
  const rowOf = (one: string) => one.slice(0, one.lastIndexOf(' '));
  return before !== place && rowOf(before) === rowOf(place);
}

/** Puts the focus on the first control of a config. */
function goToConfig(fields: HTMLElement | null, index: number): void {
  const config = fields?.querySelectorAll('fieldset')[index];
  config?.querySelector<HTMLElement>('[data-field-focus]')?.focus();
}
