import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, ChartNoAxesCombined, LayoutDashboard, Lock, Pencil, Users } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { type Dashboard, useDashboard } from '../api/dashboards.js';
import { ChartGrid } from '../dashboards/chart-grid.js';
import classes from '../dashboards/chart-grid.module.css';
import { DashboardDialog, type DetailsRequest } from '../dashboards/dashboard-dialog.js';
import { DashboardEditor } from '../dashboards/dashboard-editor.js';
import { DashboardMenu } from '../dashboards/dashboard-menu.js';
import { useDashboardActions } from '../dashboards/use-dashboard-actions.js';
import { ChartSkeleton } from '../charts/chart-card.js';
import { ChartsFrame } from '../charts/charts-frame.js';
import metrics from './metrics-page.module.css';
import { Toolbar } from '../../../components/layout/page.js';

const route = getRouteApi('/projects/$projectId/dashboards/$dashboardId');

/** A dashboard. */
export function DashboardPage() {
  const { projectId, dashboardId } = route.useParams();
  const range = useTimeRange(route.useSearch());
  const { dashboard, error, reload } = useDashboard(dashboardId);
  const [editedId, setEditedId] = useState<string>();
  const stopEditing = useCallback(() => {
    setEditedId(undefined);
    // Others may have changed it in the meantime.
    reload();
  }, [reload]);

  // Under the address of another project, its charts would show other data.
  if ((error && isNotFound(error)) || (dashboard && dashboard.projectId !== projectId)) {
    return (
      <EmptyState
        icon={LayoutDashboard}
        title="Dashboard not found"
        action={
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/projects/$projectId/dashboards"
                params={{ projectId }}
                search={range}
                {...props}
              />
            )}
          >
            All dashboards
          </Button>
        }
      >
        It may have been deleted, or its owner has not shared it.
      </EmptyState>
    );
  }
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!dashboard) return <ChartSkeleton />;
  return (
    <ChartsFrame range={range}>
      {editedId === dashboard.id && dashboard.canChange ? (
        <DashboardEditor key={dashboard.id} dashboard={dashboard} onDone={stopEditing} />
      ) : (
        <DashboardView dashboard={dashboard} onEdit={() => setEditedId(dashboard.id)} />
      )}
    </ChartsFrame>
  );
}

interface DashboardViewProps {
  dashboard: Dashboard;
  onEdit: () => void;
}

function DashboardView({ dashboard, onEdit }: DashboardViewProps) {
  const { projectId, name, description, charts, isShared, canChange } = dashboard;
  const navigate = route.useNavigate();
  const range = useTimeRange(route.useSearch());
  const [request, setRequest] = useState<DetailsRequest>();
  const { confirm, confirmDialog } = useConfirmDialog();
  const open = useCallback(
    ({ id }: Dashboard) =>
      void navigate({
        to: '/projects/$projectId/dashboards/$dashboardId',
        params: { projectId, dashboardId: id },
        search: (now) => now,
      }),
    [navigate, projectId],
  );
  const actions = useDashboardActions(projectId, open);
  const showAll = () =>
    void navigate({
      to: '/projects/$projectId/dashboards',
      params: { projectId },
      search: (now) => now,
    });
  const Visibility = isShared ? Users : Lock;
  const editButton = canChange ? (
    <Button leftSection={<Pencil size={15} aria-hidden />} onClick={onEdit}>
      {charts.length === 0 ? 'Add charts' : 'Edit charts'}
    </Button>
  ) : null;

  return (
    <>
      <Toolbar>
        <div className={classes.head}>
          <Tooltip label="All dashboards">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="All dashboards"
              renderRoot={(props) => (
                <Link
                  to="/projects/$projectId/dashboards"
                  params={{ projectId }}
                  search={range}
                  {...props}
                />
              )}
            >
              <ArrowLeft size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <h2 dir="auto" title={name}>
            {name}
          </h2>
          <span className={classes.visibility}>
            <Visibility size={13} aria-hidden />
            {isShared ? 'Shared' : 'Private'}
          </span>
        </div>
        {charts.length === 0 ? null : editButton}
        <DashboardMenu
          dashboard={dashboard}
          onEdit={() => setRequest(actions.describeEdit(dashboard))}
          onCopy={() => setRequest(actions.describeCopy(dashboard))}
          onShare={(next) => void actions.setShared(dashboard, next)}
          onDelete={() => confirm(actions.describeDeletion(dashboard, showAll))}
        />
      </Toolbar>
      <ScrollRegion label="Charts" className={metrics.scroller}>
        {description ? <p className={classes.description}>{description}</p> : null}
        {charts.length === 0 ? (
          <EmptyState icon={ChartNoAxesCombined} title="No charts yet" action={editButton}>
            {canChange
              ? 'Add charts of what this project traces, such as the cost of each model.'
              : 'A member can add charts.'}
          </EmptyState>
        ) : (
          <ChartGrid charts={charts} />
        )}
      </ScrollRegion>
      <DashboardDialog request={request} onClose={() => setRequest(undefined)} />
      {confirmDialog}
    </>
  );
}
