import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useStored } from '../../../lib/browser/use-stored.js';

/** Wide enough for the panel beside all columns of the table that are shown at first. */
const WIDE = '(min-width: 1600px)';
/** Narrower windows have their own choice. */
const NARROW = '(max-width: 1099px)';
/** As in the style sheet of tables. */
const PHONE = '(max-width: 640px)';
const AT_ONCE = { getInitialValueInEffect: false };

/** Whether the facets are shown, and how. */
export interface FacetPanelState {
  isOpen: boolean;
  /** Whether they cover the list instead of standing beside it. */
  isDrawer: boolean;
  setOpen: (isOpen: boolean) => void;
}

/**
 * The state of the facets beside a list. This browser remembers it, separately for narrow windows. At
 * first, they are shown only in wide ones. On a phone, they open over the list.
 */
export function useFacetPanel(): FacetPanelState {
  const isWide = useMediaQuery(WIDE, true, AT_ONCE);
  const isNarrow = useMediaQuery(NARROW, false, AT_ONCE);
  const isDrawer = useMediaQuery(PHONE, false, AT_ONCE);
  const [isStored, setStored] = useStored(isNarrow ? 'facets.narrow' : 'facets', isWide);
  const [isDrawn, setDrawn] = useState(false);
  return isDrawer
    ? { isDrawer, isOpen: isDrawn, setOpen: setDrawn }
    : { isDrawer, isOpen: isStored, setOpen: setStored };
}
