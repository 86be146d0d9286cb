import { CloseButton, Loader, SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useProjectConfigs } from '../configs/api/annotation-configs.js';
import type { ReviewOptions } from './review-options.js';
import { TargetJudgments } from './target-judgments.js';
import type { Target, TargetKind } from './use-judgments.js';
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
  /** The targets that can be judged, by kind; empty until known. */
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
  // Before the next key.
  useLayoutEffect(() => {
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
            // A key pressed for a session must not judge a span if there turns out to be no session.
            place={`${props.subject ?? target?.id} ${target?.kind ?? kind}`}
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

/** Gives the focus back to where it was once the panel is gone. */
function useReturnFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement;
    const around = panel.current?.parentElement?.closest<HTMLElement>('section[tabindex="-1"]');
    return () => {
      // Someone who clicked elsewhere before closing the panel wants to stay there.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const isThere = opener instanceof HTMLElement && opener !== document.body;
      if (isThere && opener.isConnected) opener.focus();
      else if (around?.isConnected) around.focus({ preventScroll: true });
    };
  }, [panel]);
}

/** Leaves a text field, so that keys such as j and 1 work again, and stays at its config. */
function leaveTextField(panel: HTMLElement): void {
  (document.activeElement?.closest('fieldset') ?? panel).focus();
}
