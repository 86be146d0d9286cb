import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../lib/format/numbers.js';

const PART = 50;

/** Returns the first of many items, and a button that shows more; null if all are shown. */
export function useShownPart<Item>(items: readonly Item[]): {
  shown: readonly Item[];
  more: ReactNode;
} {
  const [limit, setLimit] = useState(PART);
  const rest = items.length - limit;
  const more =
    rest > 0 ? (
      <Button
        size="compact-sm"
        variant="default"
        mt={8}
        onClick={() => setLimit(limit + Math.max(PART, limit))}
      >
        Show more ({formatCount(rest)})
      </Button>
    ) : null;
  return { shown: items.slice(0, limit), more };
}
