import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EvaluatorsTable } from '../components/evaluators-table.js';
import { type EvaluatorsSearch, readEvaluatorsSearch } from '../search.js';

interface DatasetEvaluatorsProps {
  dataset: { id: string; name: string };
}

/** The evaluators of a dataset, as a tab of its page. */
export function DatasetEvaluators({ dataset }: DatasetEvaluatorsProps) {
  const search = readEvaluatorsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback(
    (part: Partial<EvaluatorsSearch>) =>
      void navigate({ to: '.', search: (now) => ({ ...now, ...part }), replace: true }),
    [navigate],
  );
  return <EvaluatorsTable dataset={dataset} search={search} onSearchChange={change} />;
}
