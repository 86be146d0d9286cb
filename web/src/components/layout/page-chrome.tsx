import type { LinkProps } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';

/** One breadcrumb. The last one is the page itself and has no link. */
export interface Crumb {
  label: string;
  /** Whether it is a private project, which is marked. */
  isPrivate?: boolean;
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

interface Chrome {
  crumbs: readonly Crumb[];
  setCrumbs: (crumbs: readonly Crumb[]) => void;
  actions: HTMLElement | null;
  setActions: (element: HTMLElement | null) => void;
}

const ChromeContext = createContext<Chrome | undefined>(undefined);

/** Lets a page fill the top bar: breadcrumbs, document title and actions. */
export function PageChromeProvider({ children }: { children: ReactNode }) {
  const [crumbs, setCrumbs] = useState<readonly Crumb[]>([]);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const chrome = useMemo(() => ({ crumbs, setCrumbs, actions, setActions }), [crumbs, actions]);
  return <ChromeContext value={chrome}>{children}</ChromeContext>;
}

/** Returns the breadcrumbs and actions that the page has set, for the top bar itself. */
export function usePageChrome(): Chrome {
  const chrome = useContext(ChromeContext);
  if (!chrome) throw new Error('usePageChrome must be used inside PageChromeProvider');
  return chrome;
}

/**
 * Sets the breadcrumbs and the title of the browser tab while the calling page is shown. The title
 * starts with the innermost name; `detail` is what the page shows beyond its breadcrumbs.
 */
export function useBreadcrumbs(crumbs: readonly Crumb[], detail?: string): void {
  const { setCrumbs } = usePageChrome();
  // Breadcrumbs are small and created on every render, so they are compared by content.
  const content = JSON.stringify(crumbs);
  useEffect(() => {
    const list = JSON.parse(content) as Crumb[];
    setCrumbs(list);
    const names = list.map((crumb) => crumb.label).toReversed();
    document.title = [...(detail ? [detail] : []), ...names, 'Spandrel'].join(' · ');
  }, [content, detail, setCrumbs]);
}

/** Shows its children among the actions of the top bar. */
export function TopBarActions({ children }: { children: ReactNode }) {
  const { actions } = usePageChrome();
  return actions ? createPortal(children, actions) : null;
}
