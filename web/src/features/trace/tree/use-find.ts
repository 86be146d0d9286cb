import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Find } from '../api/find-filter.js';
import { readTraceSearch } from '../search.js';

/** Returns what the URL says is being looked for in the tree, and a function that changes it. */
export function useFind(): [Find, (part: Partial<Find>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { find = '', findKinds = [], findStatuses = [] } = readTraceSearch(search);
  const change = (part: Partial<Find>) => {
    const { text, kinds, statuses } = {
      text: find,
      kinds: findKinds,
      statuses: findStatuses,
      ...part,
    };
    void navigate({
      to: '.',
      search: (now) => ({
        ...now,
        find: text.trim() === '' ? undefined : text,
        findKinds: kinds.length > 0 ? kinds : undefined,
        findStatuses: statuses.length > 0 ? statuses : undefined,
      }),
      replace: true,
    });
  };
  return [{ text: find, kinds: findKinds, statuses: findStatuses }, change];
}
