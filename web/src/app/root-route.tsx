import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router';
import { Shell } from './shell/shell.js';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A page without the app’s frame, such as the sign-in pages. */
    isBare?: boolean;
  }
}

/** The root of every page. */
export const rootRoute = createRootRoute({ component: Root });

function Root() {
  const isBare = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isBare === true),
  });
  return isBare ? <Outlet /> : <Shell />;
}
