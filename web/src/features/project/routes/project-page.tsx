import {
  getRouteApi,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import { FolderX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { LiveToggle } from '../components/live-toggle.js';
import { TopBarActions, useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
import {
  readTimeRange,
  replaceTimeRange,
  type TimeRangeSearch,
} from '../../../lib/time/time-range.js';
import { useFirstTrace } from '../../../components/projects/use-first-trace.js';
import { useStored } from '../../../lib/browser/use-stored.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { type ProjectFrame, ProjectFrameQuery } from '../api/project-frame.js';
import { useAnnotationSummaries } from '../api/annotation-summaries.js';
import { useProjectVersion } from '../api/use-project-version.js';
import { useProjectCost } from '../api/project-cost.js';
import { useProjectSummary } from '../api/project-summary.js';
import { AnnotationStrip } from '../components/annotation-strip.js';
import { NotStoredLink } from '../components/not-stored-link.js';
import { ProjectProvider, type RenderRowActions } from '../components/project-context.js';
import { SearchNotes } from '../components/search-notes.js';
import { SummaryStrip } from '../components/summary-strip.js';
import {
  areFiltered,
  type FigureConditions,
  toFigureConditions,
} from '../query-bar/figure-conditions.js';
import { findTab, rememberTab, toList } from '../tabs.js';
import histogram from '../histogram/histogram.module.css';
import classes from '../../../components/layout/page-tabs.module.css';
import { Page } from '../../../components/layout/page.js';
import { MissingPage } from '../../../components/layout/missing-page.js';
import { PageTabs, PageTabsSkeleton } from '../../../components/layout/page-tabs.js';

const route = getRouteApi('/projects/$projectId');

/** Loaded after the list, which matters more. */
const Histogram = lazy(() =>
  import('../histogram/histogram.js').then((module) => ({ default: module.Histogram })),
);

const ALL_PROJECTS = { label: 'Projects', link: { to: '/projects' } } as const;

const TABS = [
  { to: '/projects/$projectId/traces', label: 'Traces' },
  { to: '/projects/$projectId/spans', label: 'Spans' },
  { to: '/projects/$projectId/sessions', label: 'Sessions' },
  { to: '/projects/$projectId/logs', label: 'Logs' },
  { to: '/projects/$projectId/metrics', label: 'Metrics' },
  { to: '/projects/$projectId/dashboards', label: 'Dashboards' },
  { to: '/projects/$projectId/evaluation', label: 'Evaluation' },
  { to: '/projects/$projectId/alerts', label: 'Alerts' },
  { to: '/projects/$projectId/ingestion', label: 'Ingestion' },
  { to: '/projects/$projectId/review', label: 'Review' },
  { to: '/projects/$projectId/config', label: 'Config' },
] as const;

interface ProjectPageProps {
  /** Shows how to send the first trace to the project with this name. */
  onboarding: (projectName: string) => ReactNode;
  renderRowActions: RenderRowActions;
}

/** A project: its figures, and tabs around the selected list. */
export function ProjectPage(props: ProjectPageProps) {
  const { projectId } = route.useParams();
  const { data, error, reload: refresh } = useGraphqlQuery(ProjectFrameQuery, { id: projectId });
  const node = data?.node;
  if (node?.__typename === 'Project') {
    return (
      <ProjectOfPageProvider value={node}>
        <ProjectFrameView key={node.id} project={node} onStored={refresh} {...props} />
      </ProjectOfPageProvider>
    );
  }
  return (
    <MissingPage
      icon={FolderX}
      what="Project"
      above={ALL_PROJECTS}
      instead={{ ...ALL_PROJECTS, label: 'All projects' }}
      error={error}
      isAnswered={data !== undefined}
      onRetry={refresh}
    >
      <ProjectSkeleton />
    </MissingPage>
  );
}

interface ProjectFrameViewProps extends ProjectPageProps {
  project: ProjectFrame;
  onStored: () => void;
}

function ProjectFrameView(props: ProjectFrameViewProps) {
  const { project, onStored, onboarding, renderRowActions } = props;
  const { id, name, hasTraces, isPrivate } = project;
  const search = route.useSearch();
  const navigate = useNavigate();
  const [isLive, setIsLive] = useStored('live', true);
  const { timeRangeKey, timeRangeStart, timeRangeEnd } = readTimeRange(search);
  const range = useMemo(
    () => ({ timeRangeKey, timeRangeStart, timeRangeEnd }),
    [timeRangeKey, timeRangeStart, timeRangeEnd],
  );

  const version = useProjectVersion(project, isLive, onStored);
  useFirstTrace(hasTraces ? id : undefined, !hasTraces);

  const setRange = (next: TimeRangeSearch, replace = true) =>
    void navigate({ to: '.', search: (now) => replaceTimeRange(now, next), replace });

  // Undefined for the settings, which show no data of a time range.
  const dataTab = findTab(useLocation({ select: (location) => location.pathname }));
  useEffect(() => {
    if (dataTab) rememberTab(id, dataTab);
  }, [id, dataTab]);
  const tab = toList(dataTab);

  const filters = JSON.stringify(toFigureConditions(dataTab, useSearch({ strict: false })));
  const conditions = useMemo(() => JSON.parse(filters) as FigureConditions, [filters]);
  const summary = useProjectSummary(id, range, conditions, version);
  const cost = useProjectCost(id, range, conditions, version);
  const annotations = useAnnotationSummaries(id, range, conditions, version, tab);
  const scope = useMemo(
    () => ({ id, name, isLive, version, summary, annotations, renderRowActions }),
    [id, name, isLive, version, summary, annotations, renderRowActions],
  );
  useBreadcrumbs([ALL_PROJECTS, { label: name, isPrivate }], useTitle());

  const notStored = <NotStoredLink projectId={id} count={project.ingestionErrors.edges.length} />;
  // Dashboards can show metrics that were sent without traces.
  const isWaiting = !hasTraces && dataTab !== undefined && dataTab !== 'dashboards';
  return (
    <ProjectProvider value={scope}>
      <TopBarActions>
        {notStored}
        {dataTab && !isWaiting ? (
          <>
            <LiveToggle isLive={isLive} onChange={setIsLive} />
            <TimeRangeControl value={range} onChange={setRange} />
          </>
        ) : null}
      </TopBarActions>
      <Page>
        {isWaiting ? null : <h1 className={classes.hidden}>{name}</h1>}
        <PageTabs
          label="Project sections"
          tabs={TABS.map((one) => ({ ...one, params: { projectId: id }, search: range }))}
        />
        {dataTab && dataTab !== 'dashboards' && !isWaiting ? (
          <SummaryStrip
            summary={summary}
            cost={cost}
            isPartOfSessions={
              conditions.filterCondition !== null ||
              conditions.traceFilterCondition !== null ||
              (conditions.search !== null && tab !== 'sessions')
            }
            sampled={
              project.sampling.isEnabled
                ? { projectId: id, isFiltered: areFiltered(conditions) }
                : undefined
            }
          />
        ) : null}
        {tab && !isWaiting ? <SearchNotes tab={tab} summary={summary} /> : null}
        {tab && !isWaiting ? <AnnotationStrip summaries={annotations} tab={tab} /> : null}
        {tab && !isWaiting ? (
          <Suspense fallback={<div className={histogram.loading} />}>
            <Histogram
              projectId={id}
              tab={tab}
              range={range}
              conditions={conditions}
              version={version}
              // The browser goes back to the range before.
              onSelect={(next) => setRange(next, false)}
            />
          </Suspense>
        ) : null}
        {isWaiting ? onboarding(name) : <Outlet />}
      </Page>
    </ProjectProvider>
  );
}

/** Sets the page title to the open trace, session or tab. */
function useTitle(): string | undefined {
  const { traceId, sessionNodeId, queueId, dashboardId, ruleId } = useParams({ strict: false });
  const { pathname } = useLocation();
  if (traceId) return `Trace ${traceId.slice(0, 8)}`;
  if (sessionNodeId) return 'Session';
  if (queueId) return 'Review';
  if (dashboardId) return 'Dashboard';
  if (ruleId) return 'Rule';
  if (pathname.endsWith('/coding-agents')) return 'Coding agents';
  return TABS.find((tab) => pathname.endsWith(tab.label.toLowerCase()))?.label;
}

/** The frame of the page while the project loads. */
function ProjectSkeleton() {
  const tab = findTab(useLocation({ select: (location) => location.pathname }));
  return (
    <Page isBusy>
      <PageTabsSkeleton labels={TABS.map(({ label }) => label)} />
      {tab && tab !== 'dashboards' ? <SummaryStrip summary={undefined} cost={undefined} /> : null}
    </Page>
  );
}
