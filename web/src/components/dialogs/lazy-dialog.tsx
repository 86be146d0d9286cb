import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * A dialog whose code is fetched when it is first opened, as most visits of a page open none; or
 * before, by `preload`, when it is about to be.
 */
export function lazyDialog<Props extends object>(
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
  // What fails here is asked for again when drawn.
  return { Dialog, preload: () => void load().catch(() => undefined) };
}
