import { createContext, useContext } from 'react';
import type { Pager } from '../layout/panel-header.js';

const RowPagerContext = createContext<Pager>({});

/** Tells the panel over a list where “next” and “previous” lead. */
export const RowPagerProvider = RowPagerContext.Provider;

/** Returns how to reach the rows before and after the open one; empty outside a list. */
export function useRowPager(): Pager {
  return useContext(RowPagerContext);
}
