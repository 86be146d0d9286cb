import { Loader } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { TraceTargetsQuery } from './judgments.js';
import type { PanelFocus, TargetLookup } from './judge-panel.js';
import type { Target, TargetKind } from './use-judgments.js';
import classes from './judge-frame.module.css';

const loadPanel = () => import('./judge-panel.js');
const JudgePanel = lazy(() => loadPanel().then((module) => ({ default: module.JudgePanel })));

interface JudgeFrameProps {
  projectId: string;
  targets: readonly Target[];
  /** The kind of target that is being annotated; absent if the panel is closed. */
  judge: TargetKind | undefined;
  /** The kind of target that `e` and `n` annotate. */
  defaultKind: TargetKind;
  onJudge: (kind: TargetKind | undefined) => void;
  /** Names the open row, before its targets are known. The ID of the target by default. */
  subject?: string;
  /** Absent if the targets are known from the start. */
  lookup?: TargetLookup;
  children: ReactNode;
}

/** Shows the annotations beside what is open. `e` opens them, and `n` writes a note. */
export function JudgeFrame(props: JudgeFrameProps) {
  const { projectId, targets, judge, defaultKind, onJudge, subject, lookup, children } = props;
  const [focus, setFocus] = useState<PanelFocus>({ on: 'field' });
  const open = (on: 'field' | 'note') => {
    setFocus({ on });
    if (!judge) onJudge(defaultKind);
  };
  useEffect(() => {
    // Keys pressed right after `e` are meant for the panel. If loading fails, opening tries again.
    void loadPanel().catch(() => undefined);
  }, []);
  useKeys({ e: () => open('field'), n: () => open('note') });
  return (
    <div className={classes.frame}>
      <div className={classes.sides}>
        <div className={classes.main}>{children}</div>
        {judge ? (
          <Suspense fallback={<Loader size="sm" className={classes.loader} />}>
            <JudgePanel
              projectId={projectId}
              targets={targets}
              kind={judge}
              onKindChange={onJudge}
              onClose={() => onJudge(undefined)}
              focus={focus}
              subject={subject}
              lookup={lookup}
            />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

/** Returns what can be annotated in a trace; no targets until known. */
export function useTraceTargets(
  traceId: string,
  spanNodeId: string | undefined,
  enabled: boolean,
): { targets: readonly Target[]; lookup: TargetLookup } {
  const { data, error, reload } = useGraphqlQuery(TraceTargetsQuery, { traceId }, { enabled });
  const trace = data?.getTraceByOtelId;
  const lookup = { error, isMissing: trace === null, onRetry: reload };
  if (!trace) return { targets: [], lookup };
  const spanId = spanNodeId ?? trace.rootSpan?.id;
  const targets: Target[] = [{ kind: 'trace', id: trace.id }];
  if (spanId) targets.unshift({ kind: 'span', id: spanId });
  if (trace.projectSessionId) targets.push({ kind: 'session', id: trace.projectSessionId });
  return { targets, lookup };
}
