import { Button, CloseButton, Loader, SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useProjectConfigs } from '../configs/api/annotation-configs.js';
import { chooseLabel, ConfigField } from './config-field.js';
import type { Judgment } from './judgments.js';
import { NoteThread } from './note-thread.js';
import { useJudgments, type Judgments, type Target, type TargetKind } from './use-judgments.js';
import classes from './judge-panel.module.css';

const KIND_LABELS = { span: 'Span', trace: 'Trace', session: 'Session' } as const;

/** Where to put the focus; a new object puts it there again. */
export interface PanelFocus {
  on: 'field' | 'note';
}

interface JudgePanelProps {
  projectId: string;
  /** What can be judged, by kind. */
  targets: readonly Target[];
  kind: TargetKind;
  onKindChange: (kind: TargetKind) => void;
  onClose: () => void;
  focus: PanelFocus;
}

/** Annotates the open span, trace or session with the configs of its project. */
export function JudgePanel(props: JudgePanelProps) {
  const { projectId, targets, kind, onKindChange, onClose, focus } = props;
  const { can } = useViewer();
  const target = targets.find((item) => item.kind === kind) ?? targets[0];
  const { configs, error, reload } = useProjectConfigs(projectId);
  const panel = useRef<HTMLElement>(null);
  const isReady = configs !== undefined && target !== undefined;

  useEffect(() => {
    if (!isReady) return;
    const wanted = focus.on === 'note' ? '[data-note-focus]' : '[data-field-focus]';
    const found = panel.current?.querySelector<HTMLElement>(wanted);
    (found ?? panel.current)?.focus();
  }, [isReady, focus]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Outside text fields, the panel below has closed this one already.
    if (event.key === 'Escape' && !event.isDefaultPrevented()) onClose();
  };
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
        {error ? <ErrorState error={error} onRetry={reload} /> : null}
        {configs && target ? (
          <TargetJudgments
            projectId={projectId}
            target={target}
            configs={configs}
            readOnly={!can.write}
          />
        ) : error ? null : (
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
  target: Target;
  configs: NonNullable<ReturnType<typeof useProjectConfigs>['configs']>;
  readOnly: boolean;
}

function TargetJudgments({ projectId, target, configs, readOnly }: TargetJudgmentsProps) {
  const judgments = useJudgments(target);
  const [current, setCurrent] = useState(0);
  const body = useRef<HTMLDivElement>(null);

  const wasLoaded = useRef(target.id);
  useEffect(() => {
    if (wasLoaded.current === target.id) return;
    wasLoaded.current = target.id;
    // The fields of the previous row are gone; the focus stays in the same field of the next one.
    const active = document.activeElement;
    if (active !== document.body && active?.isConnected) return;
    const fields = body.current?.querySelectorAll('fieldset') ?? [];
    fields[current]?.querySelector<HTMLElement>('[data-field-focus]')?.focus();
  }, [target.id, current]);

  /** A number key that was pressed before the target had loaded. */
  const held = useRef<{ id: string; index: number }>(undefined);
  const choose = (index: number) => {
    const config = configs[current];
    if (readOnly || !config) return;
    if (!judgments.isLoaded) {
      held.current = { id: target.id, index };
      return;
    }
    const before = judgments.getValue(config.name);
    const after = chooseLabel(config, before, index);
    if (after !== before) judgments.save(config.name, after);
  };
  useEffect(() => {
    const key = held.current;
    if (!key || !judgments.isLoaded) return;
    held.current = undefined;
    if (key.id === target.id) choose(key.index);
  });
  useKeys(
    Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [String(index + 1), () => choose(index)]),
    ),
  );
  useKeys({ u: judgments.undo });

  if (judgments.error) return <ErrorState error={judgments.error} onRetry={judgments.reload} />;
  return (
    <div ref={body} className={classes.body}>
      <SaveState judgments={judgments} readOnly={readOnly} />
      {configs.length === 0 ? (
        <p className={classes.hint}>
          This project has no annotation configs yet. A config describes one thing to judge, such as
          correctness, with its labels or scores.{' '}
          <Link to="/projects/$projectId/config" params={{ projectId }}>
            Choose configs
          </Link>
        </p>
      ) : (
        configs.map((config, index) => (
          <ConfigField
            // A draft belongs to its target.
            key={`${target.id} ${config.id}`}
            config={config}
            value={judgments.getValue(config.name)}
            readOnly={readOnly}
            isCurrent={index === current}
            onFocus={() => setCurrent(index)}
            onChange={(value) => {
              if (judgments.isLoaded) judgments.save(config.name, value);
            }}
          />
        ))
      )}
      {configs.length > 0 ? (
        <Link to="/projects/$projectId/config" params={{ projectId }} className={classes.hint}>
          Choose configs
        </Link>
      ) : null}
      {judgments.others.length > 0 ? (
        <>
          <h4 className={classes.section}>By others</h4>
          <ul className={classes.list} aria-label="Annotations by others">
            {judgments.others.map((item) => (
              <li key={item.id}>
                <strong>{item.name}</strong> {describeValue(item)}
                <p className={classes.hint}>
                  {item.user?.username ?? 'Unknown author'} · {item.annotatorKind.toLowerCase()} ·{' '}
                  {item.source} · <RelativeTime time={item.updatedAt} />
                </p>
                {item.explanation ? <p className={classes.text}>{item.explanation}</p> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <NoteThread key={target.id} judgments={judgments} readOnly={readOnly} />
    </div>
  );
}

function SaveState({ judgments, readOnly }: { judgments: Judgments; readOnly: boolean }) {
  const { state, failure, undo, undoneName } = judgments;
  if (readOnly)
    return <p className={classes.hint}>Viewers can read annotations but not add any.</p>;
  return (
    <div className={classes.line}>
      <p className={classes.state} role="status">
        {state === 'saving'
          ? 'Saving…'
          : state === 'failed'
            ? `Not saved: ${failure?.message ?? 'unknown error'} Choose the value again.`
            : state === 'saved'
              ? 'Saved'
              : 'Changes are saved as you make them.'}
      </p>
      {undo ? (
        <Button size="xs" variant="default" onClick={undo} title={`Undo ${undoneName} (u)`}>
          Undo
        </Button>
      ) : null}
    </div>
  );
}

function describeValue({ label, score }: Judgment): string {
  if (label !== null && score !== null) return `${label} (${score})`;
  return label ?? (score === null ? '' : String(score));
}
