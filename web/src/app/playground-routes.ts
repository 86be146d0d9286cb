import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPlaygroundSearch } from '../features/playground/search.js';
import { rootRoute } from './root-route.js';

const playground = createRoute({
  getParentRoute: () => rootRoute,
  path: '/playground',
  validateSearch: readPlaygroundSearch,
  component: lazyRouteComponent(
    () => import('../features/playground/routes/playground-page.js'),
    'PlaygroundPage',
  ),
});

const spanPlayground = createRoute({
  getParentRoute: () => rootRoute,
  path: '/playground/spans/$spanId',
  component: lazyRouteComponent(
    () => import('../features/playground/routes/span-playground-page.js'),
    'SpanPlaygroundPage',
  ),
});

/** The playground, empty, with a prompt, or with the call of a span. */
export const playgroundRoutes = [playground, spanPlayground];
