import { CloseButton, Loader, SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useProjectConfigs } from '../configs/api/annotation-configs.js';
import { ConfigAdder } from './config-adder.js';
import { chooseLabel, ConfigField } from './config-field.js';
import { JudgmentList } from './judgment-list.js';
import { NoteThread } from './note-thread.js';
import { SaveState } from './save-state.js';
import { goToConfig, leaveTextField, useReturnFocus } from './panel-focus.js';
import { useJudgments, type Target, type TargetKind } from './use-judgments.js';
import classes from './judge-panel.module.css';

const KIND_LABELS = { span: 'Span', trace: 'Trace', session: 'Session' } as const;

/** Where to put the focus; a new object puts it there again. */
export interface PanelFocus {
  on: 'field' | 'note';
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
}

/** Annotates the open span, trace or session with the configs of its project. */
export function JudgePanel(props: JudgePanelProps) {
  const { projectId, targets, kind, onKindChange, onClose, focus, lookup } = props;
  const { can } = useViewer();
  const target = targets.find((item) => item.kind === kind) ?? targets[0];
  const { configs, error, reload } = useProjectConfigs(projectId);
  const panel = useRef<HTMLElement>(null);
  const isReady = configs !== undefined;

  useReturnFocus(panel);
  useEffect(() => {
    if (!isReady) return;
    const wanted = focus.on === 'note' ? '[data-note-focus]' : '[data-field-focus]';
    const found = panel.current?.querySelector<HTMLElement>(wanted);
    (found ?? panel.current)?.focus();
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
    <section ref={panel} tabIndex={-1} className={classes.panel} aria-label="Annotate">
      <div role="presentation" onKeyDown={onKeyDown}>
        <header className={classes.head}>
          <div className={classes.line}>
            <h3 className={classes.title}>Annotate</h3>
            <CloseButton aria-label="Close the annotations (Esc)" onClick={onClose} />
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
            There is nothing to annotate: the trace was deleted, or the link is incomplete.
          </p>
        ) : configs ? (
          <TargetJudgments
            projectId={projectId}
            target={target}
            place={`${props.subject ?? target?.id} ${kind}`}
            configs={configs}
            readOnly={!can.write}
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
  configs: NonNullable<ReturnType<typeof useProjectConfigs>['configs']>;
  readOnly: boolean;
}

function TargetJudgments(props: TargetJudgmentsProps) {
  const { projectId, target, place, configs, readOnly } = props;
  const judgments = useJudgments(target);
  const [current, setCurrent] = useState(0);
  const body = useRef<HTMLDivElement>(null);

  const lastPlace = useRef(place);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    // The fields of the previous row are gone; the focus stays in the same field of the next one.
    const active = document.activeElement;
    if (active === null || active === document.body) goToConfig(body.current, current);
  }, [place, current]);

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
    if (change) judgments.save(config.name, change);
  };
  useEffect(() => {
    const waiting = held.current;
    if (!waiting || !judgments.isLoaded) return;
    held.current = undefined;
    if (waiting.place === place) choose(waiting.at, waiting.index);
  });
  const chooseByKey = (index: number) => {
    // Documents have number keys of their own.
    if (!document.activeElement?.closest('[data-number-keys]')) choose(current, index);
  };
  useKeys(
    Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [String(index + 1), () => chooseByKey(index)]),
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
  const listed = judgments.annotations.filter(
    (item) => !(judgments.isOwn(item) && isEdited(item.name)),
  );
  return (
    <div ref={body} className={classes.body} aria-busy={!judgments.isLoaded}>
      <SaveState judgments={judgments} target={target} isEdited={isEdited} readOnly={readOnly} />
      {configs.length === 0 ? <NoConfigs readOnly={readOnly} /> : null}
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
          <ConfigAdder projectId={projectId} />
        </>
      )}
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
      <NoteThread key={place} judgments={judgments} readOnly={readOnly} />
    </div>
  );
}

function NoConfigs({ readOnly }: { readOnly: boolean }) {
  return (
    <p className={classes.hint}>
      This project has no annotation configs yet. A config describes one thing to judge, such as
      correctness, with its labels or scores.{' '}
      {readOnly ? 'Ask a member or an administrator to add one.' : 'Add one to begin.'}
    </p>
  );
}
