import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Navigate, Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { createLazyDialog } from '../../components/dialogs/lazy-dialog.js';
import { PageChromeProvider } from '../../components/layout/page-chrome.js';
import { useKeys } from '../../lib/browser/use-keys.js';
import { useStored } from '../../lib/browser/use-stored.js';
import { openPalette, paletteStore } from './palette-store.js';
import { Rail } from './rail.js';
import classes from './shell.module.css';
import { StorageBanner } from './storage-banner.js';
import { TopBar } from './top-bar.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { basePath } from '../../lib/page/base-url.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { getReturnPath } from '../../lib/routing/return-path.js';
import { goToSignIn, rememberSession } from '../../lib/session/server-fetch.js';
import { forgetSignedOut } from '../../lib/session/signed-out.js';
import { useViewer } from '../../lib/viewer/viewer.js';

const CommandPalette = lazy(() =>
  import('./command-palette.js').then((module) => ({ default: module.CommandPalette })),
);

interface OpenedProps {
  opened: boolean;
  onClose: () => void;
}

const menuDrawer = createLazyDialog<OpenedProps>(
  () => import('./menu-drawer.js').then(({ MenuDrawer }) => MenuDrawer),
  ({ opened }) => opened,
);
const keysDialog = createLazyDialog<OpenedProps>(
  () => import('./keys-dialog.js').then(({ KeysDialog }) => KeysDialog),
  ({ opened }) => opened,
);

/** The frame around every page: navigation, top bar, command palette and keyboard shortcuts. */
export function Shell() {
  const [isCollapsed, setIsCollapsed] = useStored('rail.collapsed', false);
  const content = useRef<HTMLElement>(null);
  const [menuOpened, menu] = useDisclosure();
  const [keysOpened, keys] = useDisclosure();
  useKeys({ '?': keys.open });
  return (
    <PageChromeProvider>
      <button type="button" className={classes.skip} onClick={() => content.current?.focus()}>
        Skip to content
      </button>
      <div className={classes.shell}>
        <div className={classes.rail}>
          <Rail isCollapsed={isCollapsed} onToggle={() => setIsCollapsed(!isCollapsed)} />
        </div>
        <div className={classes.main}>
          <TopBar onOpenMenu={menu.open} onOpenKeys={keys.open} />
          <main ref={content} tabIndex={-1} className={classes.content}>
            <SignedIn>
              <StorageBanner />
              <Outlet />
            </SignedIn>
          </main>
        </div>
      </div>
      <menuDrawer.Dialog opened={menuOpened} onClose={menu.close} />
      <LazyPalette />
      <keysDialog.Dialog opened={keysOpened} onClose={keys.close} />
    </PageChromeProvider>
  );
}

/** The command palette. Loads no code until it is first opened. */
function LazyPalette() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => paletteStore.subscribe(() => setIsWanted(true)), []);
  // Once loaded, the palette handles its own shortcut.
  useHotkeys(isWanted ? [] : [['mod+K', openPalette]]);
  return isWanted ? (
    <Suspense fallback={null}>
      <CommandPalette />
    </Suspense>
  ) : null;
}

/**
 * Renders its children once the user is known, so that controls they may not use never flash up.
 */
function SignedIn({ children }: { children: ReactNode }) {
  const { viewer, isPending, error, retry } = useViewer();
  const { authenticationEnabled } = pageConfig;
  const isNobody = authenticationEnabled && !isPending && !error && !viewer;
  const isSomebody = viewer !== null;
  useEffect(() => {
    if (isNobody) goToSignIn();
    if (!isSomebody) return;
    rememberSession(1);
    forgetSignedOut();
  }, [isNobody, isSomebody]);

  if (!authenticationEnabled) return children;
  if (viewer?.passwordNeedsReset) return <GoFirst to="/reset-password" />;
  if (viewer?.secondFactor?.isMissing) return <GoFirst to="/second-factor" />;
  if (viewer) return children;
  return error ? <ErrorState isPage error={error} onRetry={retry} /> : null;
}

/**
 * Redirects to what the user must do before anything else. Reads the current URL once, before it
 * changes.
 */
function GoFirst({ to }: { to: '/reset-password' | '/second-factor' }) {
  const [returnUrl] = useState(() => getReturnPath(location, basePath));
  return <Navigate to={to} search={{ returnUrl }} replace />;
}
