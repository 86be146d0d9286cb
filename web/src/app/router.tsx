import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { readProjectsSearch } from '../features/project-list/search.js';
import { readModelsSearch } from '../features/models/search.js';
import { readRetentionSearch } from '../features/retention/search.js';
import { readAuditSearch, readKeysSearch, readNameSearch } from '../features/settings/search.js';
import { basePath } from '../lib/page/base-url.js';
import { parseSearch, stringifySearch } from '../lib/routing/search-params.js';
import { profileRoute, signInRoutes } from './account-routes.js';
import { datasetRoutes } from './dataset-routes.js';
import { evaluatorRoutes } from './evaluator-routes.js';
import { experimentRoutes } from './experiment-routes.js';
import { playgroundRoutes } from './playground-routes.js';
import { compareTracesRoute, projectRoutes } from './project-routes.js';
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

const groups = createRoute({
  getParentRoute: () => settings,
  path: '/groups',
  component: lazyRouteComponent(
    () => import('../features/settings/routes/groups-page.js'),
    'GroupsPage',
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

const applications = createRoute({
  getParentRoute: () => settings,
  path: '/applications',
  component: lazyRouteComponent(
    () => import('../features/settings/routes/applications-page.js'),
    'ApplicationsPage',
  ),
});

const provisioning = createRoute({
  getParentRoute: () => settings,
  path: '/provisioning',
  component: lazyRouteComponent(
    () => import('../features/settings/routes/provisioning-page.js'),
    'ProvisioningPage',
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

const retention = createRoute({
  getParentRoute: () => settings,
  path: '/data',
  validateSearch: readRetentionSearch,
  component: lazyRouteComponent(
    () => import('../features/retention/routes/retention-page.js'),
    'RetentionPage',
  ),
});

const agents = createRoute({
  getParentRoute: () => settings,
  path: '/mcp',
  component: lazyRouteComponent(() => import('../features/settings/routes/mcp-page.js'), 'McpPage'),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: lazyRouteComponent(
    () => import('../features/webhooks/routes/webhooks-page.js'),
    'WebhooksPage',
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

const routeTree = rootRoute.addChildren([
  home,
  ...signInRoutes,
  profileRoute,
  projects,
  projectRoutes,
  compareTracesRoute,
  ...datasetRoutes,
  ...experimentRoutes,
  ...evaluatorRoutes,
  ...promptRoutes,
  ...playgroundRoutes,
  settings.addChildren([
    settingsHome,
    generalSettings,
    users.addChildren([user]),
    groups,
    roles,
    apiKeys,
    applications,
    provisioning,
    secrets,
    annotationConfigs,
    models,
    modelProviders,
    retention,
    agents,
    webhooks,
    signInMethods,
    auditLog,
  ]),
]);

/**
 * Creates the router of the app: all routes, with the functions that read their URLs. By default, it
 * follows the address of the browser.
 */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    basepath: basePath === '' ? '/' : basePath,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

/** The router with all routes of the app. */
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
