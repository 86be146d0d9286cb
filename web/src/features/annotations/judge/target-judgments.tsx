import { type KeyboardEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import { ConfigAdder } from './config-adder.js';
import { chooseLabel, ConfigField } from './config-field.js';
import { JudgmentList } from './judgment-list.js';
import { NoteThread } from './note-thread.js';
import { SaveState } from './save-state.js';
import { waitUntilSaved } from './unsaved-values.js';
import { hasValue, isChosen, type ReviewOptions } from './review-options.js';
import { useJudgments, type Target } from './use-judgments.js';
import classes from './judge-panel.module.css';

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
  const [current, setCurrent] = useState(0);
  // A reviewer begins each item with the first config.
  const [shownPlace, setShownPlace] = useState(place);
  if (shownPlace !== place) {
    setShownPlace(place);
    if (isReview) setCurrent(0);
  }
  const body = useRef<HTMLDivElement>(null);

  const lastPlace = useRef(place);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    if (isReview) return;
    // The fields of the previous row are gone; the focus stays in the same field of the next one.
    const active = document.activeElement;
    if (active === null || active === document.body) goToConfig(body.current, current);
  }, [place, current, isReview]);

  /** A label that was chosen before the target had loaded. */
  const held = useRef<{ place: string; at: number; index: number }>(undefined);
  const choose = (at: number, index: number) => {
    const config = configs[at];
    if (readOnly || !config) return;
    if (!judgments.isLoaded) {
      held.current = { place, at, index };
      return;
    }
    const change = chooseLabel(config, judgments.getValue(config.name), index);
    if (!change) return;
    judgments.save(config.name, change);
    if (isReview && change.label !== null) advance(at);
  };
  /** Goes on to the next config that has no value yet, so that number keys choose for it. */
  const advance = (from: number) => {
    const at = configs.findIndex(
      ({ name }, index) => index > from && !hasValue(judgments.getValue(name)),
    );
    const next = configs[at];
    if (!next) return;
    setCurrent(at);
    if (next.__typename !== 'CategoricalAnnotationConfig') goToConfig(body.current, at);
  };
  useImperativeHandle(review?.handle, () => ({
    isReady: () => judgments.isLoaded && held.current?.place !== place,
    hasValue: () => configs.some(({ name }) => hasValue(judgments.getValue(name))),
    settle: async () => target === undefined || waitUntilSaved(target.id),
  }));
  useEffect(() => {
    const waiting = held.current;
    if (!waiting || !judgments.isLoaded) return;
    held.current = undefined;
    if (waiting.place === place) choose(waiting.at, waiting.index);
  });
  const chooseByKey = (index: number) => {
    // Documents have number keys of their own.
    if (document.activeElement?.closest('[data-number-keys]')) return;
    // People who judge quickly do not look whether the label is chosen already.
    if (isReview && isChosen(configs[current], judgments, index)) advance(current);
    else choose(current, index);
  };
  useKeys(
    Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        String(index + 1),
        review?.isLocked ? undefined : () => chooseByKey(index),
      ]),
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
  const rest = judgments.annotations.filter(
    (item) => !(judgments.isOwn(item) && isEdited(item.name)),
  );
  const listed = review?.hidesOthers ? rest.filter(judgments.isOwn) : rest;
  return (
    <div ref={body} className={classes.body} aria-busy={!judgments.isLoaded}>
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
                onChoose={(label) => choose(index, label)}
                onChange={(part) => judgments.save(config.name, part)}
                onRetry={judgments.retry}
                onDiscard={judgments.discard}
              />
            ))}
          </div>
          {isReview ? null : <ConfigAdder projectId={projectId} />}
        </>
      )}
      {listed.length < rest.length ? (
        <p className={classes.hint}>
          You see the annotations of others once you have finished this item.
        </p>
      ) : null}
      {listed.length > 0 ? (
        <>
          <h4 className={classes.section}>{readOnly ? 'Annotations' : 'Other annotations'}</h4>
          <JudgmentList
            label={readOnly ? 'Annotations' : 'Other annotations'}
            judgments={listed}
            isOwn={judgments.isOwn}
          />
        </>
      ) : null}
      <NoteThread key={place} place={place} judgments={judgments} readOnly={props.readOnly} />
    </div>
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

/** Puts the focus on the first control of a config. */
function goToConfig(fields: HTMLElement | null, index: number): void {
  const config = fields?.querySelectorAll('fieldset')[index];
  config?.querySelector<HTMLElement>('[data-field-focus]')?.focus();
}
