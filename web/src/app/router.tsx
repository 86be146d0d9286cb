import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  readMetricsSearch,
  readSessionsSearch,
  readSpansSearch,
  readTracesSearch,
} from '../features/project/search.js';
import { readLastTab } from '../features/project/tabs.js';
import { readProjectsSearch } from '../features/projects/search.js';
import { readModelsSearch } from '../features/models/search.js';
import { readAuditSearch, readKeysSearch, readNameSearch } from '../features/settings/search.js';
import { readReviewSearch, type ReviewSearch } from '../features/annotations/queues/search.js';
import { readTraceSearch, type TraceSearch } from '../features/trace/search.js';
import { basePath } from '../lib/page/base-url.js';
import { parseSearch, type RawSearch, stringifySearch } from '../lib/routing/search-params.js';
import { readTimeRange } from '../lib/time/time-range.js';
import { profileRoute, signInRoutes } from './account-routes.js';
import { datasetRoutes } from './dataset-routes.js';
import { experimentRoutes } from './experiment-routes.js';
import { playgroundRoutes } from './playground-routes.js';
import { promptRoutes } from './prompt-routes.js';
import { rootRoute } from './root-route.js';
import { ErrorPage } from './routes/error-page.js';
import { NotFoundPage } from './routes/not-found-page.js';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});

const projects = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  validateSearch: readProjectsSearch,
  component: lazyRouteComponent(() => import('./routes/projects-route.js'), 'ProjectsRoute'),
});

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

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/settings/routes/settings-page.js'),
    'SettingsPage',
  ),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/general', replace: true });
  },
});

const generalSettings = createRoute({
  getParentRoute: () => settings,
  path: '/general',
  component: lazyRouteComponent(() => import('./routes/general-route.js'), 'GeneralRoute'),
});

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  validateSearch: readNameSearch,
  component: lazyRouteComponent(
    () => import('../features/settings/routes/users-page.js'),
    'UsersPage',
  ),
});

const user = createRoute({
  getParentRoute: () => users,
  path: '$userId',
  component: lazyRouteComponent(
    () => import('../features/settings/routes/user-panel.js'),
    'UserPanel',
  ),
});

const roles = createRoute({
  getParentRoute: () => settings,
  path: '/roles',
  component: lazyRouteComponent(
    () => import('../features/settings/routes/roles-page.js'),
    'RolesPage',
  ),
});

const apiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  validateSearch: readKeysSearch,
  component: lazyRouteComponent(
    () => import('../features/settings/routes/api-keys-page.js'),
    'ApiKeysPage',
  ),
});

const secrets = createRoute({
  getParentRoute: () => settings,
  path: '/secrets',
  validateSearch: readNameSearch,
  component: lazyRouteComponent(
    () => import('../features/settings/routes/secrets-page.js'),
    'SecretsPage',
  ),
});

const annotationConfigs = createRoute({
  getParentRoute: () => settings,
  path: '/annotations',
  validateSearch: readNameSearch,
  component: lazyRouteComponent(
    () => import('../features/annotations/configs/routes/configs-page.js'),
    'ConfigsPage',
  ),
});

const models = createRoute({
  getParentRoute: () => settings,
  path: '/models',
  validateSearch: readModelsSearch,
  component: lazyRouteComponent(
    () => import('../features/models/routes/models-page.js'),
    'ModelsPage',
  ),
});

const modelProviders = createRoute({
  getParentRoute: () => settings,
  path: '/model-providers',
  component: lazyRouteComponent(
    () => import('../features/model-providers/routes/model-providers-page.js'),
    'ModelProvidersPage',
  ),
});

const signInMethods = createRoute({
  getParentRoute: () => settings,
  path: '/sign-in',
  component: lazyRouteComponent(
    () => import('../features/settings/routes/sign-in-methods-page.js'),
    'SignInMethodsPage',
  ),
});

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit-log',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(
    () => import('../features/settings/routes/audit-log-page.js'),
    'AuditLogPage',
  ),
});

/** All routes, with the functions that read their URLs. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    home,
    ...signInRoutes,
    profileRoute,
    projects,
    project.addChildren([
      projectHome,
      traces.addChildren([traceOverTraces]),
      spans.addChildren([traceOverSpans]),
      sessions.addChildren([session]),
      metrics,
      dashboards,
      dashboard,
      evaluationRules,
      newEvaluationRule,
      evaluationRule,
      editedEvaluationRule,
      reviewQueues,
      reviewQueue,
      projectConfig,
    ]),
    ...datasetRoutes,
    ...experimentRoutes,
    ...promptRoutes,
    ...playgroundRoutes,
    settings.addChildren([
      settingsHome,
      generalSettings,
      users.addChildren([user]),
      roles,
      apiKeys,
      secrets,
      annotationConfigs,
      models,
      modelProviders,
      signInMethods,
      auditLog,
    ]),
  ]),
  basepath: basePath === '' ? '/' : basePath,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
