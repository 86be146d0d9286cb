import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  readDatasetSearch,
  readDatasetsSearch,
  readExamplesSearch,
  readUploadSearch,
} from '../features/datasets/search.js';
import { readEvaluatorsSearch, readNewEvaluatorSearch } from '../features/evaluators/search.js';
import { readExperimentsSearch } from '../features/experiments/search.js';
import { rootRoute } from './root-route.js';

const datasets = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets',
  validateSearch: readDatasetsSearch,
  component: lazyRouteComponent(
    () => import('../features/datasets/routes/datasets-page.js'),
    'DatasetsPage',
  ),
});

const upload = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/upload',
  validateSearch: readUploadSearch,
  component: lazyRouteComponent(
    () => import('../features/datasets/routes/upload-page.js'),
    'UploadPage',
  ),
});

const dataset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$datasetId',
  validateSearch: readDatasetSearch,
  component: lazyRouteComponent(
    () => import('../features/datasets/routes/dataset-page.js'),
    'DatasetPage',
  ),
});

const datasetHome = createRoute({
  getParentRoute: () => dataset,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/datasets/$datasetId/examples', params, search, replace: true });
  },
});

const examples = createRoute({
  getParentRoute: () => dataset,
  path: '/examples',
  validateSearch: readExamplesSearch,
  component: lazyRouteComponent(
    () => import('../features/datasets/routes/examples-page.js'),
    'ExamplesPage',
  ),
});

const example = createRoute({
  getParentRoute: () => examples,
  path: '$exampleId',
  component: lazyRouteComponent(
    () => import('../features/datasets/routes/example-panel.js'),
    'ExamplePanel',
  ),
});

const versions = createRoute({
  getParentRoute: () => dataset,
  path: '/versions',
  component: lazyRouteComponent(
    () => import('../features/datasets/routes/dataset-versions-page.js'),
    'DatasetVersionsPage',
  ),
});

const experiments = createRoute({
  getParentRoute: () => dataset,
  path: '/experiments',
  validateSearch: readExperimentsSearch,
  component: lazyRouteComponent(
    () => import('./routes/dataset-experiments-route.js'),
    'DatasetExperimentsRoute',
  ),
});

const evaluators = createRoute({
  getParentRoute: () => dataset,
  path: '/evaluators',
  validateSearch: readEvaluatorsSearch,
  component: lazyRouteComponent(
    () => import('./routes/dataset-evaluators-route.js'),
    'DatasetEvaluatorsRoute',
  ),
});

const newEvaluator = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$datasetId/evaluators/new',
  validateSearch: readNewEvaluatorSearch,
  component: lazyRouteComponent(
    () => import('../features/evaluators/routes/new-evaluator-page.js'),
    'NewEvaluatorPage',
  ),
});

const evaluator = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$datasetId/evaluators/$evaluatorId',
  component: lazyRouteComponent(
    () => import('../features/evaluators/routes/edit-evaluator-page.js'),
    'EditEvaluatorPage',
  ),
});

/** The list of datasets, a dataset with its tabs, and the forms for its evaluators. */
export const datasetRoutes = [
  datasets,
  upload,
  dataset.addChildren([
    datasetHome,
    examples.addChildren([example]),
    experiments,
    evaluators,
    versions,
  ]),
  newEvaluator,
  evaluator,
];
