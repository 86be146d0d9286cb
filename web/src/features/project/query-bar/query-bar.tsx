import { useState } from 'react';
import { ConditionField } from '../../../components/filters/condition-field.js';
import { useConditionCheck, useFilterVocabulary } from '../api/conditions.js';
import { useProject } from '../components/project-context.js';
import type { ProjectTab } from '../tabs.js';
import { completeTerms } from './complete-terms.js';
import { findBar, findCondition, formatQuery, isPlain, parseQuery, type Query } from './query.js';

interface QueryBarProps {
  tab: ProjectTab;
  /** The applied words. */
  search: string | undefined;
  /** The applied condition. */
  filter: string | undefined;
  onApply: (query: Query) => void;
  /** Opens what has an ID that was typed; returns false if nothing has it. */
  onOpenId?: (id: string) => Promise<boolean>;
  /** Whether a panel covers the list and handles the key. */
  isCovered: boolean;
}

/** The filter of a project's list: words to look for, a condition, or `words | condition`. */
export function QueryBar({ tab, search, filter, onApply, onOpenId, isCovered }: QueryBarProps) {
  const { id } = useProject();
  const check = useConditionCheck(id, tab);
  const [isUsed, setIsUsed] = useState(false);
  const terms = useFilterVocabulary(id, tab, isUsed);
  /** Words before a bar are not completed. */
  const complete = (text: string, cursor: number, recent: readonly string[]) => {
    const start = findBar(text) === -1 ? 0 : findCondition(text);
    if (cursor < start) return [];
    const known = { tab, terms, recent: start === 0 ? recent : [] };
    return completeTerms(text.slice(start), cursor - start, known).map((completion) => ({
      ...completion,
      from: completion.from + start,
    }));
  };
  const openId = async (typed: string) =>
    onOpenId !== undefined && isPlain(typed) && !/\s/.test(typed) && (await onOpenId(typed));

  return (
    <ConditionField
      label={`Filter ${tab}`}
      placeholder="Words, or a condition such as latency_ms > 5000"
      value={formatQuery({ search, filter })}
      isCovered={isCovered}
      check={check}
      complete={complete}
      findCondition={findCondition}
      onSubmit={openId}
      onApply={(typed) => onApply(parseQuery(typed))}
      historyKey={`project.${id}.${tab}.conditions`}
      onFocus={() => setIsUsed(true)}
    />
  );
}
