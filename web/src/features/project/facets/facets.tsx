import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ProjectTab } from '../tabs.js';
import classes from './facet-panel.module.css';
import type { FacetPanelState } from './use-facet-panel.js';

/** Loaded after the list, which matters more. */
const FacetPanel = lazy(() =>
  import('./facet-panel.js').then((module) => ({ default: module.FacetPanel })),
);

/** Shows and hides the facets. */
export function FacetsToggle({ state }: { state: FacetPanelState }) {
  const { isOpen, setOpen } = state;
  return (
    <Tooltip label={isOpen ? 'Hide facets' : 'Show facets'}>
      <ActionIcon
        className={classes.toggle}
        variant={isOpen ? 'light' : 'default'}
        size={32}
        aria-label="Facets"
        aria-pressed={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The values by which a list can be filtered, beside it or, on a phone, over it. */
export function Facets({ tab, state }: { tab: ProjectTab; state: FacetPanelState }) {
  const { isOpen, isDrawer, setOpen } = state;
  const panel = (
    <Suspense>
      <FacetPanel tab={tab} onClose={() => setOpen(false)} />
    </Suspense>
  );
  if (isDrawer) {
    return (
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        size={280}
        padding={0}
        withCloseButton={false}
        attributes={{ content: { 'aria-label': 'Facets' } }}
      >
        {panel}
      </Drawer>
    );
  }
  if (!isOpen) return null;
  return (
    <aside className={classes.aside} aria-label="Facets">
      {panel}
    </aside>
  );
}
