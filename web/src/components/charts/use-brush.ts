import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type Brush, nextIndex, toBounds } from './brush.js';

interface BrushOptions {
  /** How many bars there are. */
  count: number;
  /** The bars under the pointer or chosen by key. */
  brush: Brush | undefined;
  onBrush: (brush: Brush | undefined) => void;
  /**
   * Called with the first and the last bar that were clicked, dragged over or chosen by key.
   * @param part the `data-part` of the shape that was clicked.
   */
  onChoose: (first: number, last: number, part: string | undefined) => void;
}

/** Returns the handlers of an element whose bars are chosen by pointer, touch or key. */
export function useBrush({ count, brush, onBrush, onChoose }: BrushOptions) {
  const [isDragging, setIsDragging] = useState(false);
  /** The element that the pointer was pressed on. */
  const pressed = useRef<{ part: string | undefined; isFirstTap: boolean }>(undefined);
  const last = count - 1;

  const place = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * count)));
  };
  const cancel = () => {
    setIsDragging(false);
    onBrush(undefined);
  };
  const choose = (chosen: Brush, part?: string) => onChoose(...toBounds(chosen), part);

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || count === 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const index = place(event);
      const isChosen = brush?.from === index && brush.to === index;
      pressed.current = {
        part: (event.target as Element).getAttribute('data-part') ?? undefined,
        // A finger cannot point at a bar before it taps, so the first tap only shows its values.
        isFirstTap: event.pointerType === 'touch' && !isChosen,
      };
      setIsDragging(true);
      onBrush({ from: index, to: index });
    },
    onPointerMove(event: PointerEvent) {
      if (count === 0) return;
      const to = place(event);
      const from = isDragging && brush ? brush.from : to;
      if (brush?.from !== from || brush.to !== to) onBrush({ from, to });
    },
    onPointerUp(event: PointerEvent) {
      if (!isDragging || !brush) return;
      setIsDragging(false);
      const chosen = { from: brush.from, to: place(event) };
      const isTap = chosen.from === chosen.to;
      if (isTap && pressed.current?.isFirstTap) return;
      choose(chosen, isTap ? pressed.current?.part : undefined);
    },
    onPointerCancel: cancel,
    onPointerLeave(event: PointerEvent) {
      if (!isDragging && event.pointerType !== 'touch') onBrush(undefined);
    },
    onBlur: cancel,
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && brush) {
        onBrush(undefined);
      } else if ((event.key === 'Enter' || event.key === ' ') && brush) {
        choose(brush);
      } else {
        const to = nextIndex(event.key, brush?.to, last);
        if (to === undefined) return;
        onBrush({ from: event.shiftKey && brush ? brush.from : to, to });
      }
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
