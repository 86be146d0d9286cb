import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * Returns a dialog whose code is loaded when it is first opened, because most visits to a page
 * never open it. `preload` loads it earlier.
 */
export function createLazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpened: (props: Props) => boolean,
) {
  const Lazy = lazy<ComponentType<Props>>(() => load().then((dialog) => ({ default: dialog })));

  function Dialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(false);
    if (!wasOpened && isOpened(props)) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    );
  }
  // If loading fails, rendering the dialog tries again.
  return { Dialog, preload: () => void load().catch(() => undefined) };
}
