import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  readCompareSearch,
  readExperimentSearch,
  readExperimentsSearch,
} from '../features/experiments/search.js';
import { rootRoute } from './root-route.js';

const experiments = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments',
  validateSearch: readExperimentsSearch,
  component: lazyRouteComponent(
    () => import('../features/experiments/routes/experiments-page.js'),
    'ExperimentsPage',
  ),
});

const experiment = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$datasetId/experiments/$experimentId',
  validateSearch: readExperimentSearch,
  component: lazyRouteComponent(
    () => import('../features/experiments/routes/experiment-page.js'),
    'ExperimentPage',
  ),
});

const run = createRoute({
  getParentRoute: () => experiment,
  path: 'runs/$runId',
  component: lazyRouteComponent(
    () => import('../features/experiments/routes/run-panel.js'),
    'RunPanel',
  ),
});

const compare = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$datasetId/compare',
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(
    () => import('../features/experiments/routes/compare-page.js'),
    'ComparePage',
  ),
});

/** The pages of experiments. The list of a dataset’s experiments is a tab of the dataset. */
export const experimentRoutes = [experiments, experiment.addChildren([run]), compare];
