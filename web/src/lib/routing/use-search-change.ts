import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Returns a function that changes a part of the state in the URL, without a step to go back to. */
export function useSearchChange<Search>(): (change: Partial<Search>) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) => void navigate({ to: '.', search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  );
}
