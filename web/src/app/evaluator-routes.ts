import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  readEvaluatorSearch,
  readEvaluatorsSearch,
  readStandaloneSearch,
} from '../features/evaluators/search.js';
import { rootRoute } from './root-route.js';

const evaluators = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evaluators',
  validateSearch: readEvaluatorsSearch,
  component: lazyRouteComponent(
    () => import('../features/evaluators/routes/evaluators-page.js'),
    'EvaluatorsPage',
  ),
});

const newEvaluator = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evaluators/new',
  validateSearch: readStandaloneSearch,
  component: lazyRouteComponent(
    () => import('../features/evaluators/routes/new-standalone-page.js'),
    'NewStandalonePage',
  ),
});

const evaluator = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evaluators/$evaluatorId',
  validateSearch: readEvaluatorSearch,
  component: lazyRouteComponent(
    () => import('../features/evaluators/routes/evaluator-page.js'),
    'EvaluatorPage',
  ),
});

const editor = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evaluators/$evaluatorId/edit',
  component: lazyRouteComponent(
    () => import('../features/evaluators/routes/edit-standalone-page.js'),
    'EditStandalonePage',
  ),
});

/** All evaluators, and one of them, whatever uses it. */
export const evaluatorRoutes = [evaluators, newEvaluator, evaluator, editor];
