import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { PageChromeProvider } from '../../components/page-chrome.js';
import { useKeys } from '../../lib/use-keys.js';
import { useStored } from '../../lib/use-stored.js';

import { KeysDialog } from './keys-dialog.js';
import { LazyPalette } from './lazy-palette.js';
import { Rail } from './rail.js';
import classes from './shell.module.css';
import { SignedIn } from './signed-in.js';
import { TopBar } from './top-bar.js';

/** The frame around every page: navigation, top bar, palette and list of keys. */
export function Shell() {
  const [isCollapsed, setIsCollapsed] = useStored('rail.collapsed', false);
  const content = useRef<HTMLElement>(null);
  const [menuOpened, menu] = useDisclosure();
  const [keysOpened, keys] = useDisclosure();
  useKeys({ '?': keys.open });
  return (
    <PageChromeProvider>
      <button type="button" className={classes.skip} onClick={() => content.current?.focus()}>
        Skip to the content
      </button>
      <div className={classes.shell}>
        <div className={classes.rail}>
          <Rail isCollapsed={isCollapsed} onToggle={() => setIsCollapsed(!isCollapsed)} />
        </div>
        <div className={classes.main}>
          <TopBar onOpenMenu={menu.open} onOpenKeys={keys.open} />
          <main ref={content} tabIndex={-1} className={classes.content}>
            <SignedIn>
              <Outlet />
            </SignedIn>
          </main>
        </div>
      </div>
      <Drawer
        opened={menuOpened}
        onClose={menu.close}
        size={216}
        padding={0}
        withCloseButton={false}
        attributes={{ content: { 'aria-label': 'Menu' } }}
      >
        <Rail isCollapsed={false} onChosen={menu.close} />
      </Drawer>
      <LazyPalette />
      <KeysDialog opened={keysOpened} onClose={keys.close} />
    </PageChromeProvider>
  );
}
