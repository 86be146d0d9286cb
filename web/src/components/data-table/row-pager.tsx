import { createContext, useContext } from 'react';
import type { Pager } from '../layout/panel-header.js';

const RowPagerContext = createContext<Pager>({});

/** Lets a list tell the panel over it where “next” and “previous” lead. */
export const RowPagerProvider = RowPagerContext.Provider;

/** Leads to the rows around the one that is open; empty outside a list. */
export function useRowPager(): Pager {
  return useContext(RowPagerContext);
}
