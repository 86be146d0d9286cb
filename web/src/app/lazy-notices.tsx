import { notificationsStore } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const Notices = lazy(() => import('./notices.js').then((module) => ({ default: module.Notices })));

/** Shows short messages. Loads nothing until the first one. */
export function LazyNotices() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setIsWanted(true)), []);
  return isWanted ? (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  ) : null;
}
