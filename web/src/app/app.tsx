import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { notificationsStore } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { cspNonce } from '../lib/page/csp-nonce.js';
import type { AppRouter } from './router.js';
import { cssVariablesResolver, theme } from './theme.js';

const Notices = lazy(() => import('./notices.js').then((module) => ({ default: module.Notices })));

interface AppProps {
  router: AppRouter;
  queryClient: QueryClient;
  /** With `test`, dialogs and menus open at once, in the element that contains them. */
  env?: 'default' | 'test';
}

/** The app: providers around the router. */
export function App({ router, queryClient, env = 'default' }: AppProps) {
  return (
    <MantineProvider
      env={env}
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={() => cspNonce}
      defaultColorScheme="auto"
    >
      <LazyNotices />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Shows notifications. Loads no code until the first one. */
function LazyNotices() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setIsWanted(true)), []);
  return isWanted ? (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  ) : null;
}
