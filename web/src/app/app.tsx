import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cspNonce } from '../lib/page/csp-nonce.js';
import { createQueryClient } from '../lib/data/query-client.js';
import { LazyNotices } from './lazy-notices.js';
import { router } from './router.js';
import { cssVariablesResolver, theme } from './theme.js';

const queryClient = createQueryClient();

/** The app: providers around the router. */
export function App() {
  return (
    <MantineProvider
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
