import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ExperimentsTable } from '../components/experiments-table.js';
import { type ExperimentsSearch, readExperimentsSearch } from '../search.js';

interface DatasetExperimentsProps {
  dataset: { id: string; name: string };
}

/** The experiments of one dataset, as a tab of its page. */
export function DatasetExperiments({ dataset }: DatasetExperimentsProps) {
  const search = readExperimentsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback(
    (part: Partial<ExperimentsSearch>) =>
      void navigate({ to: '.', search: (now) => ({ ...now, ...part }), replace: true }),
    [navigate],
  );
  return <ExperimentsTable dataset={dataset} search={search} onSearchChange={change} />;
}
