import { useState } from 'react';
import { ConditionField } from '../../../components/filters/condition-field.js';
import type { DashboardChart } from '../api/dashboards.js';
import { useConditionCheck, useFilterVocabulary } from '../api/conditions.js';
import { useProject } from '../components/project-context.js';
import { completeTerms } from '../query-bar/complete-terms.js';
import { findBar } from '../query-bar/query.js';
import { TAB_OF } from './chart-options.js';
import classes from './chart-editor.module.css';

interface ChartConditionProps {
  entity: DashboardChart['entity'];
  /** What the field starts with. */
  condition: string;
  /** Called with every text, whether valid or not; the server refuses invalid ones. */
  onChange: (condition: string) => void;
}

/** The condition on what a chart counts. */
export function ChartCondition({ entity, condition, onChange }: ChartConditionProps) {
  const { id } = useProject();
  const tab = TAB_OF[entity];
  const check = useConditionCheck(id, tab);
  const [isUsed, setIsUsed] = useState(false);
  const [initial] = useState(condition);
  const terms = useFilterVocabulary(id, tab, isUsed);
  return (
    <div>
      <span className={classes.label} aria-hidden>
        Only {tab} that meet a condition
      </span>
      <ConditionField
        label={`A condition on ${tab}`}
        placeholder={`A condition on ${tab}`}
        value={initial}
        isCovered
        check={check}
        complete={(text, cursor, recent) =>
          // Charts have no search for words.
          completeTerms(text, cursor, { tab, terms, recent }).filter(
            ({ insert }) => findBar(insert) === -1,
          )
        }
        historyKey={`project.${id}.charts.${tab}`}
        onApply={onChange}
        onType={onChange}
        onFocus={() => setIsUsed(true)}
      />
    </div>
  );
}
