import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { LeaveGuard } from '../../../components/dialogs/leave-guard.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { type Dashboard, DASHBOARD_DOCUMENTS, PatchDashboardMutation } from '../api/dashboards.js';
import metrics from '../routes/metrics-page.module.css';
import {
  addChart,
  createDraft,
  describeChanges,
  type DraftChart,
  replaceChart,
} from './chart-draft.js';
import type { ChartEditorProps } from './chart-editor.js';
import { EditedGrid } from './chart-grid.js';
import classes from './chart-grid.module.css';
import { NEW_CHART } from './templates.js';
import { Toolbar } from '../../../components/layout/page.js';

const MAX_CHARTS = 30;

const editor = createLazyDialog<ChartEditorProps>(
  () => import('./chart-editor.js').then(({ ChartEditor }) => ChartEditor),
  ({ edited }) => edited !== undefined,
);

interface DashboardEditorProps {
  dashboard: Dashboard;
  /** Called after the changes have been saved or given up. */
  onDone: () => void;
}

/** Edits the charts of a dashboard. Nothing changes for others until they are saved. */
export function DashboardEditor({ dashboard, onDone }: DashboardEditorProps) {
  const [draft, setDraft] = useState(() => createDraft(dashboard));
  const [edited, setEdited] = useState<DraftChart | 'new'>();
  const [created, setCreated] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [isSaved, setIsSaved] = useState(false);
  const [patch, isSaving] = useGraphqlMutation(PatchDashboardMutation, {
    invalidates: DASHBOARD_DOCUMENTS,
  });
  const changes = describeChanges(draft);
  const canAdd = draft.charts.length < MAX_CHARTS;
  const createKey = () => {
    setCreated(created + 1);
    return `new ${created}`;
  };
  const change = (charts: readonly DraftChart[]) => {
    setProblem(undefined);
    setDraft({ ...draft, charts });
  };
  const save = async () => {
    const { id, updatedAt: basedOn } = draft.base;
    const charts = draft.charts.map(({ chart }) => chart);
    const { error } = await patch({ input: { id, basedOn, charts } });
    setProblem(error && describeError(error).detail);
    if (error) return;
    setIsSaved(true);
    onDone();
  };

  return (
    <>
      <LeaveGuard
        isActive={changes !== undefined && !isSaved}
        text={`Your changes to this dashboard have not been saved: ${changes ?? ''}.`}
        survivesSearch
      />
      <Toolbar>
        <div className={classes.head}>
          <h2>
            Edit <bdi>{dashboard.name}</bdi>
          </h2>
        </div>
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          disabled={!canAdd || isSaving}
          onPointerEnter={editor.preload}
          onFocus={editor.preload}
          onClick={() => setEdited('new')}
        >
          Add chart
        </Button>
        <Button variant="default" disabled={isSaving} onClick={onDone}>
          Cancel
        </Button>
        <Button loading={isSaving} disabled={changes === undefined} onClick={() => void save()}>
          Save changes
        </Button>
      </Toolbar>
      {problem === undefined ? null : (
        <div className={classes.alert}>
          <FormAlert text={`Not saved. ${problem}`} />
        </div>
      )}
      <p className={classes.unsaved} role="status">
        {changes === undefined ? 'No changes yet.' : `Not saved yet: ${changes}.`}
        {canAdd ? null : ` A dashboard can have up to ${MAX_CHARTS} charts.`}
      </p>
      <ScrollRegion label="Charts" className={metrics.scroller}>
        <EditedGrid
          charts={draft.charts}
          canAdd={canAdd}
          // What is changed while it is being saved would be lost.
          isLocked={isSaving}
          createKey={createKey}
          onChange={change}
          onEdit={setEdited}
        />
      </ScrollRegion>
      <editor.Dialog
        edited={
          edited && {
            chart: edited === 'new' ? NEW_CHART : edited.chart,
            isNew: edited === 'new',
          }
        }
        onClose={() => setEdited(undefined)}
        onDone={(chart) => {
          setEdited(undefined);
          change(
            edited === 'new' || edited === undefined
              ? addChart(draft.charts, chart, createKey())
              : replaceChart(draft.charts, edited.key, chart),
          );
        }}
      />
    </>
  );
}
