import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  readDatasetSearch,
  readDatasetsSearch,
  readExamplesSearch,
  readUploadSearch,
} from '../features/datasets/search.js';
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

/** The list of datasets, and a dataset with its tabs. */
export const datasetRoutes = [
  datasets,
  upload,
  dataset.addChildren([datasetHome, examples.addChildren([example]), experiments, versions]),
];
