import { createContext, type ReactNode, use } from 'react';

/** How an open trace shows annotations. IDs are global. */
export interface AnnotationSlots {
  /** The annotations of a span or trace as chips; nothing without any. */
  renderChips: (kind: 'span' | 'trace', id: string, onOpen: () => void) => ReactNode;
  /** All annotations of a span and its trace. */
  renderTables: (spanId: string, traceId: string) => ReactNode;
  /** Buttons that mark a document of a span. Positions begin at 0. */
  renderMarks: (spanId: string, position: number) => ReactNode;
  /** The annotations of others on a document of a span. */
  renderJudgments: (spanId: string, position: number) => ReactNode;
  /** How well a span ranked its documents. */
  renderMetrics: (spanId: string) => ReactNode;
}

const AnnotationSlotsContext = createContext<AnnotationSlots>({
  renderChips: renderNothing,
  renderTables: renderNothing,
  renderMarks: renderNothing,
  renderJudgments: renderNothing,
  renderMetrics: renderNothing,
});

export const AnnotationSlotsProvider = AnnotationSlotsContext.Provider;

export function useAnnotationSlots(): AnnotationSlots {
  return use(AnnotationSlotsContext);
}

function renderNothing(): null {
  return null;
}
