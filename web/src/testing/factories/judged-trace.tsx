import { screen, within } from '@testing-library/react/pure';
import { useState } from 'react';
import { AnnotateButton } from '../../components/buttons/annotate-button.js';
import { SidePanel } from '../../components/layout/side-panel.js';
import { JudgeFrame, useTraceTargets } from '../../features/annotations/judge/judge-frame.js';
import { TraceTargetsQuery } from '../../features/annotations/judge/judgments.js';
import type { TargetKind } from '../../features/annotations/judge/write-judgment.js';
import { useKeys } from '../../lib/browser/use-keys.js';
import { answer, type Answer } from '../answers.js';
import { PROJECT_ID } from './project-scope.js';

interface JudgedTraceProps {
  /** The traces of the list; `j` opens the next one. */
  traceIds?: readonly string[];
  /** The target that is annotated at first. */
  initial?: TargetKind;
}

/** A panel with a trace, and with its annotations if they are open. */
export function JudgedTrace({ traceIds = ['one'], initial }: JudgedTraceProps) {
  const [at, setAt] = useState(0);
  const [judge, setJudge] = useState(initial);
  const traceId = traceIds[at] ?? '';
  const { targets, lookup } = useTraceTargets(traceId, undefined, judge !== undefined);
  useKeys({ j: () => setAt(at + 1) });
  return (
    <SidePanel label="Trace" name="trace" onClose={() => setJudge(undefined)}>
      <AnnotateButton
        isOpen={judge !== undefined}
        onClick={() => setJudge(judge ? undefined : 'span')}
      />
      <JudgeFrame
        projectId={PROJECT_ID}
        targets={targets}
        subject={traceId}
        lookup={lookup}
        judge={judge}
        defaultKind="span"
        onJudge={setJudge}
      >
        <button type="button">Spans</button>
      </JudgeFrame>
    </SidePanel>
  );
}

/** Answers with the targets of a trace: its root span, itself, and its session. */
export const findTargets = (sessionId: string | null = 'session of all'): Answer =>
  answer(TraceTargetsQuery, ({ traceId }) => ({
    getTraceByOtelId: {
      id: `trace ${traceId}`,
      projectSessionId: sessionId,
      rootSpan: { id: `span ${traceId}` },
    },
  }));

/** The panel of the annotations. */
export const judgePanel = () => screen.getByRole('region', { name: 'Annotate' });

/** The text of the panel about saving. */
export const saveState = () => within(judgePanel()).getByRole('status').textContent;

/** The button for a label. */
export const labelButton = (name: string) =>
  within(judgePanel()).getByRole('button', { name: new RegExp(name) });

/** Whether a label is chosen. */
export const isChosen = (name: string) => labelButton(name).getAttribute('aria-pressed') === 'true';
