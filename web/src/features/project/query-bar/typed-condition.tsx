import { useState } from 'react';
import { ConditionField } from '../../../components/filters/condition-field.js';
import { useConditionCheck, useFilterVocabulary } from '../api/conditions.js';
import { useProject } from '../components/project-context.js';
import type { ProjectTab } from '../tabs.js';
import { completeTerms } from './complete-terms.js';
import { findBar } from './query.js';

interface TypedConditionProps {
  /** The list that the condition filters. A field does not change to another one. */
  tab: ProjectTab;
  /** The name of the field for screen readers. */
  label: string;
  /** The initial text of the field. */
  condition: string;
  /** The last part of the key under which this browser remembers what was applied. */
  historyKey: string;
  /** Called with every text, whether valid or not; the server refuses invalid ones. */
  onChange: (condition: string) => void;
}

/** A condition that is a part of a form. Below it, the field says what is wrong. */
export function TypedCondition(props: TypedConditionProps) {
  const { tab, label, condition, historyKey, onChange } = props;
  const { id } = useProject();
  const check = useConditionCheck(id, tab);
  const [isUsed, setIsUsed] = useState(false);
  const [initial] = useState(condition);
  const terms = useFilterVocabulary(id, tab, isUsed);
  return (
    <ConditionField
      label={label}
      placeholder={`A condition on ${tab}`}
      value={initial}
      isCovered
      check={check}
      complete={(text, cursor, recent) =>
        // Only lists search for words.
        completeTerms(text, cursor, { tab, terms, recent }).filter(
          ({ insert }) => findBar(insert) === -1,
        )
      }
      historyKey={`project.${id}.${historyKey}`}
      onApply={onChange}
      onType={onChange}
      onFocus={() => setIsUsed(true)}
    />
  );
}
