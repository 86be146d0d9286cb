import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readReviewSearch, type ReviewSearch } from '../features/annotations/queues/search.js';
import {
  readMetricsSearch,
  readSessionsSearch,
  readSpansSearch,
  readTracesSearch,
} from '../features/project/search.js';
import { readIngestionSearch } from '../features/project/ingestion/search.js';
import { readLogsSearch } from '../features/project/logs/search.js';
import { readLastTab } from '../features/project/tabs.js';
import {
  readTraceComparisonSearch,
  readTraceSearch,
  type TraceSearch,
} from '../features/trace/search.js';
import type { RawSearch } from '../lib/routing/search-params.js';
import { readTimeRange } from '../lib/time/time-range.js';
import { rootRoute } from './root-route.js';

const project = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId',
  validateSearch: readTimeRange,
  component: lazyRouteComponent(() => import('./routes/project-route.js'), 'ProjectRoute'),
});

const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params, search }) => {
    const tab = readLastTab(params.projectId);
    throw redirect({ to: `/projects/$projectId/${tab}`, params, search, replace: true });
  },
});

const traces = createRoute({
  getParentRoute: () => project,
  path: '/traces',
  validateSearch: readTracesSearch,
  component: lazyRouteComponent(
    () => import('../features/project/routes/traces-page.js'),
    'TracesPage',
  ),
});

const traceOverTraces = createRoute({
  getParentRoute: () => traces,
  path: '$traceId',
  validateSearch: readTraceSearch,
  component: lazyRouteComponent(() => import('./routes/trace-routes.js'), 'TraceOverTraces'),
});

const spans = createRoute({
  getParentRoute: () => project,
  path: '/spans',
  validateSearch: readSpansSearch,
  component: lazyRouteComponent(
    () => import('../features/project/routes/spans-page.js'),
    'SpansPage',
  ),
});

const traceOverSpans = createRoute({
  getParentRoute: () => spans,
  path: '$traceId',
  validateSearch: readTraceSearch,
  component: lazyRouteComponent(() => import('./routes/trace-routes.js'), 'TraceOverSpans'),
});

const sessions = createRoute({
  getParentRoute: () => project,
  path: '/sessions',
  validateSearch: readSessionsSearch,
  component: lazyRouteComponent(
    () => import('../features/project/routes/sessions-page.js'),
    'SessionsPage',
  ),
});

const session = createRoute({
  getParentRoute: () => sessions,
  path: '$sessionNodeId',
  component: lazyRouteComponent(() => import('./routes/session-route.js'), 'SessionRoute'),
});

const codingAgents = createRoute({
  getParentRoute: () => project,
  path: '/coding-agents',
  validateSearch: readTimeRange,
  component: lazyRouteComponent(
    () => import('../features/project/routes/coding-agents-page.js'),
    'CodingAgentsPage',
  ),
});

const metrics = createRoute({
  getParentRoute: () => project,
  path: '/metrics',
  validateSearch: readMetricsSearch,
  component: lazyRouteComponent(
    () => import('../features/project/routes/metrics-page.js'),
    'MetricsPage',
  ),
});

const dashboards = createRoute({
  getParentRoute: () => project,
  path: '/dashboards',
  component: lazyRouteComponent(
    () => import('../features/project/routes/dashboards-page.js'),
    'DashboardsPage',
  ),
});

const dashboard = createRoute({
  getParentRoute: () => project,
  path: '/dashboards/$dashboardId',
  component: lazyRouteComponent(
    () => import('../features/project/routes/dashboard-page.js'),
    'DashboardPage',
  ),
});

const evaluationRules = createRoute({
  getParentRoute: () => project,
  path: '/evaluation',
  component: lazyRouteComponent(
    () => import('../features/evaluation-rules/routes/rules-page.js'),
    'RulesPage',
  ),
});

const newEvaluationRule = createRoute({
  getParentRoute: () => project,
  path: '/evaluation/new',
  component: lazyRouteComponent(() => import('./routes/evaluation-rule-routes.js'), 'NewRuleRoute'),
});

const evaluationRule = createRoute({
  getParentRoute: () => project,
  path: '/evaluation/$ruleId',
  component: lazyRouteComponent(() => import('./routes/evaluation-rule-routes.js'), 'RuleRoute'),
});

const editedEvaluationRule = createRoute({
  getParentRoute: () => project,
  path: '/evaluation/$ruleId/edit',
  component: lazyRouteComponent(
    () => import('./routes/evaluation-rule-routes.js'),
    'EditRuleRoute',
  ),
});

const alerts = createRoute({
  getParentRoute: () => project,
  path: '/alerts',
  component: lazyRouteComponent(
    () => import('../features/alerts/routes/alerts-page.js'),
    'AlertsPage',
  ),
});

const logs = createRoute({
  getParentRoute: () => project,
  path: '/logs',
  validateSearch: readLogsSearch,
  component: lazyRouteComponent(
    () => import('../features/project/routes/logs-page.js'),
    'LogsPage',
  ),
});

const ingestion = createRoute({
  getParentRoute: () => project,
  path: '/ingestion',
  validateSearch: readIngestionSearch,
  component: lazyRouteComponent(
    () => import('../features/project/routes/ingestion-page.js'),
    'IngestionPage',
  ),
});

const reviewQueues = createRoute({
  getParentRoute: () => project,
  path: '/review',
  component: lazyRouteComponent(
    () => import('../features/annotations/queues/routes/queues-page.js'),
    'QueuesPage',
  ),
});

const reviewQueue = createRoute({
  getParentRoute: () => project,
  path: '/review/$queueId',
  validateSearch: (search: RawSearch): ReviewSearch & TraceSearch => ({
    ...readReviewSearch(search),
    ...readTraceSearch(search),
  }),
  component: lazyRouteComponent(() => import('./routes/review-route.js'), 'ReviewRoute'),
});

const projectConfig = createRoute({
  getParentRoute: () => project,
  path: '/config',
  component: lazyRouteComponent(
    () => import('./routes/project-config-route.js'),
    'ProjectConfigRoute',
  ),
});

/** A project with its tabs. */
export const projectRoutes = project.addChildren([
  projectHome,
  traces.addChildren([traceOverTraces]),
  spans.addChildren([traceOverSpans]),
  sessions.addChildren([session]),
  metrics,
  codingAgents,
  dashboards,
  dashboard,
  evaluationRules,
  newEvaluationRule,
  evaluationRule,
  editedEvaluationRule,
  alerts,
  logs,
  ingestion,
  reviewQueues,
  reviewQueue,
  projectConfig,
]);

/** Two traces side by side, which may belong to different projects. */
export const compareTracesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare-traces',
  validateSearch: readTraceComparisonSearch,
  component: lazyRouteComponent(
    () => import('../features/trace/routes/compare-traces-page.js'),
    'CompareTracesPage',
  ),
});
