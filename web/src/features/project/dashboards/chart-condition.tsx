import { TextInput } from '@mantine/core';
import type { DashboardChart } from '../api/dashboards.js';
import { TypedCondition } from '../query-bar/typed-condition.js';
import { findList } from './chart-options.js';
import classes from './chart-editor.module.css';

interface ChartConditionProps {
  entity: DashboardChart['entity'];
  /** The initial text of the field. */
  condition: string;
  /** Called with every text, whether valid or not; the server refuses invalid ones. */
  onChange: (condition: string) => void;
}

/** The condition on what a chart counts. */
export function ChartCondition({ entity, ...field }: ChartConditionProps) {
  const tab = findList(entity);
  if (!tab) {
    return (
      <TextInput
        label="Only points that meet a condition"
        placeholder="model == 'opus'"
        autoComplete="off"
        spellCheck={false}
        maxLength={8_000}
        value={field.condition}
        onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
      />
    );
  }
  return (
    <div>
      <span className={classes.label} aria-hidden>
        Only {tab} that meet a condition
      </span>
      <TypedCondition
        {...field}
        tab={tab}
        label={`A condition on ${tab}`}
        historyKey={`charts.${tab}`}
      />
    </div>
  );
}
