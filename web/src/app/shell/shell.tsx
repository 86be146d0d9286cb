import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createLazyDialog } from '../../components/dialogs/lazy-dialog.js';
import { PageChromeProvider } from '../../components/layout/page-chrome.js';
import { useKeys } from '../../lib/browser/use-keys.js';
import { useStored } from '../../lib/browser/use-stored.js';
import { openPalette, paletteStore } from './palette-store.js';
import { Rail } from './rail.js';
import classes from './shell.module.css';
import { SignedIn } from './signed-in.js';
import { StorageBanner } from './storage-banner.js';
import { TopBar } from './top-bar.js';

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
