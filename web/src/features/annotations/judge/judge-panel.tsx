import { CloseButton, Loader, SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type AnnotationConfig, useProjectConfigs } from '../configs/api/annotation-configs.js';
import { ConfigAdder } from './config-adder.js';
import { chooseLabel, ConfigField } from './config-field.js';
import { JudgmentList } from './judgment-list.js';
import { NoteThread } from './note-thread.js';
import { SaveState } from './save-state.js';
import { goToConfig, leaveTextField, useReturnFocus } from './panel-focus.js';
import { waitUntilSaved } from './unsaved-values.js';
import { hasValue, isChosen, type ReviewOptions } from './review-options.js';
import { useJudgments, type Target, type TargetKind } from './use-judgments.js';
import classes from './judge-panel.module.css';

const KIND_LABELS = { span: 'Span', trace: 'Trace', session: 'Session' } as const;

/** Where to put the focus; a new object puts it there again. */
export interface PanelFocus {
  on: 'panel' | 'field' | 'note';
  /** Whether the page stays where it is, even if the focus is out of view. */
  isStill?: boolean;
}

/** The state of finding out what can be annotated. */
export interface TargetLookup {
  error?: RequestError | undefined;
  isMissing?: boolean;
  onRetry: () => void;
}

export interface JudgePanelProps {
  projectId: string;
  /** What can be judged, by kind; empty until known. */
  targets: readonly Target[];
  kind: TargetKind;
  onKindChange: (kind: TargetKind) => void;
  onClose: () => void;
  focus: PanelFocus;
  /** Names the open row, before its targets are known. The ID of the target by default. */
  subject?: string | undefined;
  /** Absent if the targets are known from the start. */
  lookup?: TargetLookup | undefined;
  /** Absent outside of review queues. */
  review?: ReviewOptions;
}

/** Annotates the open span, trace or session with the configs of its project, or of a queue. */
export function JudgePanel(props: JudgePanelProps) {
  const { projectId, targets, kind, onKindChange, onClose, focus, lookup, review } = props;
  const { can } = useViewer();
  const target = targets.find((item) => item.kind === kind) ?? targets[0];
  const ofProject = useProjectConfigs(projectId, { enabled: !review });
  const { error, reload } = ofProject;
  const configs = review?.configs ?? ofProject.configs;
  const panel = useRef<HTMLElement>(null);
  const isReady = configs !== undefined;

  useReturnFocus(panel);
  useEffect(() => {
    if (!isReady) return;
    const wanted = focus.on === 'note' ? '[data-note-focus]' : '[data-field-focus]';
    const found =
      focus.on === 'panel' ? undefined : panel.current?.querySelector<HTMLElement>(wanted);
    (found ?? panel.current)?.focus({ preventScroll: focus.isStill === true });
  }, [isReady, focus]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Outside text fields, the panel below has closed this one already.
    if (event.key !== 'Escape' || event.isDefaultPrevented()) return;
    // Events of dialogs and menus opened from the panel arrive here, too.
    if (!panel.current?.contains(event.target as Node)) return;
    event.preventDefault();
    leaveTextField(panel.current);
  };
  const found = lookup?.error ?? error;
  const isMissing = lookup?.isMissing === true && !target;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={review ? 'Judge' : 'Annotate'}
    >
      <div role="presentation" onKeyDown={onKeyDown}>
        <header className={classes.head}>
          <div className={classes.line}>
            <h3 className={classes.title}>{review ? 'Judge' : 'Annotate'}</h3>
            {review ? null : (
              <CloseButton aria-label="Close the annotations (Esc)" onClick={onClose} />
            )}
          </div>
          {targets.length > 1 ? (
            <SegmentedControl
              size="xs"
              fullWidth
              aria-label="What to annotate"
              data={targets.map((item) => ({ value: item.kind, label: KIND_LABELS[item.kind] }))}
              value={target?.kind ?? kind}
              onChange={(value) => onKindChange(value)}
            />
          ) : null}
        </header>
        {review ? <div className={classes.notice}>{review.notice}</div> : null}
        {found && (!target || !configs) ? (
          <ErrorState
            error={found}
            onRetry={() => {
              lookup?.onRetry();
              reload();
            }}
          />
        ) : isMissing ? (
          <p className={classes.nothing}>
            There is nothing to annotate. It may have been deleted, or the link is incomplete.
          </p>
        ) : configs ? (
          <TargetJudgments
            projectId={projectId}
            target={target}
            place={`${props.subject ?? target?.id} ${kind}`}
            configs={configs}
            readOnly={!can.write}
            review={review}
          />
        ) : (
          <div className={classes.body}>
            <Loader size="sm" />
          </div>
        )}
      </div>
    </section>
  );
}

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

function TargetJudgments(props: TargetJudgmentsProps) {
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
