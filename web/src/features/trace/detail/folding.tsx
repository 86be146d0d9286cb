import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { createContext, use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.js';

/**
 * The last command to fold or open all sections of a span. Sections that were folded or opened
 * since then ignore it.
 */
interface Folding {
  open: boolean;
  /** Counts the commands; 0 before the first. */
  order: number;
  give: (open: boolean) => void;
}

const FoldingContext = createContext<Folding>({ open: true, order: 0, give: () => undefined });

/** Lets users fold or open all sections inside it at once. */
export function FoldingProvider({ children }: { children: ReactNode }) {
  const [{ open, order }, setOrder] = useState({ open: true, order: 0 });
  const folding = useMemo(
    () => ({
      open,
      order,
      give: (next: boolean) => setOrder((now) => ({ open: next, order: now.order + 1 })),
    }),
    [open, order],
  );
  return <FoldingContext value={folding}>{children}</FoldingContext>;
}

/** Returns whether a section is open, and a function that changes it. */
export function useFolding(openAtFirst: boolean): [boolean, (open: boolean) => void] {
  const { open, order } = use(FoldingContext);
  const [own, setOwn] = useState({ open: openAtFirst, order: 0 });
  return [own.order === order ? own.open : open, (next) => setOwn({ open: next, order })];
}

/** Folds all sections of the span so that they fit the screen, or opens them all. */
export function FoldAllButton() {
  const { open, give } = use(FoldingContext);
  const label = open ? 'Collapse all sections' : 'Expand all sections';
  const Icon = open ? ChevronsDownUp : ChevronsUpDown;
  return (
    <IconButton label={label} onClick={() => give(!open)}>
      <Icon size={15} aria-hidden />
    </IconButton>
  );
}
