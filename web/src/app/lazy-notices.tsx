import { notificationsStore } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const Notices = lazy(() => import('./notices.js').then((module) => ({ default: module.Notices })));

/** Where short messages appear, of which nothing is loaded until there is the first. */
export function LazyNotices() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setIsWanted(true)), []);
  return isWanted ? (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  ) : null;
}
