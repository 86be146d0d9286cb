import { useEffect, useEffectEvent } from 'react';
import { isOverlayOpen } from '../../../lib/browser/overlays.js';

/** Calls a function when Ctrl or ⌘ and Enter are pressed anywhere but in a dialog or menu. */
export function useRunKey(run: () => void): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isOverlayOpen()) return;
      event.preventDefault();
      // An editor would insert a line.
      event.stopPropagation();
      if (!event.repeat) onRun();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
