import { useState } from 'react';
import { ConditionField } from '../../../components/filters/condition-field.js';
import { useConditionCheck, useFilterVocabulary } from '../api/conditions.js';
import { completeTerms } from '../query-bar/complete-terms.js';
import { findBar } from '../query-bar/query.js';

interface MetricsFilterProps {
  projectId: string;
  /** The applied condition. */
  filter: string | undefined;
  onApply: (filter: string | undefined) => void;
}

/** The condition on traces that all charts follow. */
export function MetricsFilter({ projectId, filter = '', onApply }: MetricsFilterProps) {
  const check = useConditionCheck(projectId, 'traces');
  const [isUsed, setIsUsed] = useState(false);
  const terms = useFilterVocabulary(projectId, 'traces', isUsed);
  return (
    <ConditionField
      label="Filter all charts by traces"
      placeholder="A condition on traces, such as metadata['env'] == 'prod'"
      value={filter}
      isCovered={false}
      check={check}
      complete={(text, cursor, recent) =>
        // Charts have no search for words.
        completeTerms(text, cursor, { tab: 'traces', terms, recent }).filter(
          ({ insert }) => findBar(insert) === -1,
        )
      }
      historyKey={`project.${projectId}.metrics.conditions`}
      onApply={(typed) => onApply(typed.trim() || undefined)}
      onFocus={() => setIsUsed(true)}
    />
  );
}
