import { Anchor, Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { LayoutDashboard, Lock, Plus, Users } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { type Dashboard, useDashboards } from '../api/dashboards.js';
import { DashboardDialog, type DetailsRequest } from '../dashboards/dashboard-dialog.js';
import { DashboardMenu } from '../dashboards/dashboard-menu.js';
import { type DashboardTemplate, TEMPLATES } from '../dashboards/templates.js';
import { useDashboardActions } from '../dashboards/use-dashboard-actions.js';
import { ChartSkeleton } from '../charts/chart-card.js';
import classes from './dashboards-page.module.css';
import { Toolbar } from '../../../components/layout/page.js';

const route = getRouteApi('/projects/$projectId/dashboards');

/** The dashboards of a project. */
export function DashboardsPage() {
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  const range = useTimeRange(route.useSearch());
  const { dashboards, error, reload } = useDashboards(projectId);
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
  const start = (template?: DashboardTemplate) => setRequest(actions.describeCreation(template));
  const createButton = (
    <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => start()}>
      New dashboard
    </Button>
  );
  const templates = <TemplateList onStart={start} />;

  return (
    <>
      {dashboards && dashboards.length > 0 ? (
        <Toolbar>
          <p className={classes.hint}>
            Charts that you arrange, for yourself or for everyone in the project.
          </p>
          {createButton}
        </Toolbar>
      ) : null}
      <ScrollRegion label="Dashboards" className={classes.scroller}>
        {error ? <ErrorState error={error} onRetry={reload} /> : null}
        {!error && !dashboards ? <ChartSkeleton /> : null}
        {dashboards?.length === 0 ? (
          <EmptyState icon={LayoutDashboard} title="No dashboards yet" action={createButton}>
            A dashboard shows charts that you arrange, for yourself or for everyone in the project.
            Start from a template, or create an empty one.
            {templates}
          </EmptyState>
        ) : null}
        {dashboards && dashboards.length > 0 ? (
          <>
            <ul className={classes.list} aria-label="Dashboards">
              {dashboards.map((dashboard) => (
                <li key={dashboard.id} className={classes.item}>
                  <Link
                    to="/projects/$projectId/dashboards/$dashboardId"
                    params={{ projectId, dashboardId: dashboard.id }}
                    search={range}
                    className={classes.link}
                  >
                    <b dir="auto">{dashboard.name}</b>
                    {dashboard.description ? <span dir="auto">{dashboard.description}</span> : null}
                    <DashboardFacts dashboard={dashboard} />
                  </Link>
                  <DashboardMenu
                    dashboard={dashboard}
                    onEdit={() => setRequest(actions.describeEdit(dashboard))}
                    onCopy={() => setRequest(actions.describeCopy(dashboard))}
                    onShare={(next) => void actions.setShared(dashboard, next)}
                    onDelete={() => confirm(actions.describeDeletion(dashboard))}
                  />
                </li>
              ))}
            </ul>
            <h2 className={classes.subtitle}>Templates</h2>
            {templates}
          </>
        ) : null}
        {dashboards ? <CodingAgentsHint projectId={projectId} search={range} /> : null}
      </ScrollRegion>
      <DashboardDialog request={request} onClose={() => setRequest(undefined)} />
      {confirmDialog}
    </>
  );
}

function TemplateList({ onStart }: { onStart: (template: DashboardTemplate) => void }) {
  return (
    <ul className={classes.templates} aria-label="Templates">
      {TEMPLATES.map((template) => (
        <li key={template.name}>
          <button type="button" className={classes.template} onClick={() => onStart(template)}>
            <b>{template.name}</b>
            <span>{template.description}</span>
            <small>{formatPlural(template.charts.length, 'chart')}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

function CodingAgentsHint({ projectId, search }: { projectId: string; search: TimeRangeSearch }) {
  return (
    <p className={classes.hint}>
      Charts of coding agents are on the page{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/projects/$projectId/coding-agents"
            params={{ projectId }}
            search={search}
          />
        )}
      >
        Coding agents
      </Anchor>
      .
    </p>
  );
}

function DashboardFacts({ dashboard }: { dashboard: Dashboard }) {
  const { isShared, charts, updatedAt } = dashboard;
  const Icon = isShared ? Users : Lock;
  return (
    <small className={classes.facts}>
      <Icon size={13} aria-hidden />
      {isShared ? 'Shared' : 'Private'}, {formatPlural(charts.length, 'chart')}, changed{' '}
      <RelativeTime time={updatedAt} />
    </small>
  );
}
