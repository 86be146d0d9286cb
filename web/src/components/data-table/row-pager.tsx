import { createContext, useContext } from 'react';
import type { Pager } from '../layout/panel-header.js';

const RowPagerContext = createContext<Pager>({});

/** Gives the panel over a list the actions of its “previous” and “next” buttons. */
export const RowPagerProvider = RowPagerContext.Provider;

/** Returns functions that open the previous and the next row; empty outside a list. */
export function useRowPager(): Pager {
  return useContext(RowPagerContext);
}
