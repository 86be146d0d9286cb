import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { Provider } from 'urql';
import { cspNonce } from '../lib/page/csp-nonce.js';
import { createGraphQLClient } from '../lib/graphql-client.js';
import { LazyNotices } from './lazy-notices.js';
import { router } from './router.js';
import { cssVariablesResolver, theme } from './theme.js';

const client = createGraphQLClient();

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
      <Provider value={client}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>
  );
}
