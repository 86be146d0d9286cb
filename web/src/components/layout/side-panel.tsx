import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { useKeys } from '../../lib/browser/use-keys.js';
import { useStored } from '../../lib/browser/use-stored.js';
import classes from './side-panel.module.css';

const MIN_WIDTH = 420;
const KEY_STEP = 32;

interface SidePanelProps {
  /** The name of the panel for screen readers. */
  label: string;
  /** The name under which its width is remembered. */
  name: string;
  isFullWidth?: boolean;
  /** In pixels, until it is resized. */
  initialWidth?: number;
  onClose: () => void;
  children: ReactNode;
}

/** A panel over the right part of the content. Resized at its left edge, closed with Escape. */
export function SidePanel(props: SidePanelProps) {
  const { label, name, isFullWidth = false, initialWidth = 960, onClose, children } = props;
  const [width, setWidth] = useStored(`panel.${name}.width`, initialWidth);
  const panel = useRef<HTMLElement>(null);

  useKeys({ Escape: onClose });

  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const clamp = (wanted: number) => {
    const room = panel.current?.parentElement?.clientWidth ?? innerWidth;
    return Math.round(Math.min(Math.max(wanted, MIN_WIDTH), room - 80));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const right = panel.current?.getBoundingClientRect().right ?? innerWidth;
    setWidth(clamp(right - event.clientX));
  };
  const onResizeKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') setWidth(clamp(width + KEY_STEP));
    if (event.key === 'ArrowRight') setWidth(clamp(width - KEY_STEP));
  };

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      className={classes.panel}
      data-full={isFullWidth || undefined}
      style={isFullWidth ? undefined : { width }}
    >
      {isFullWidth ? null : (
        <div
          role="slider"
          aria-orientation="horizontal"
          aria-label="Panel width"
          aria-valuenow={width}
          aria-valuemin={MIN_WIDTH}
          aria-valuemax={2400}
          tabIndex={0}
          className={classes.edge}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
          onKeyDown={onResizeKey}
        />
      )}
      {children}
    </section>
  );
}
