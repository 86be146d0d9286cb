import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './choice-filter.module.css';

interface ChoiceFilterProps<T extends string> {
  label: string;
  choices: readonly { value: T; label: string; icon?: ReactNode }[];
  value: readonly T[];
  onChange: (value: T[]) => void;
}

/** A filter with a fixed set of values. If several are selected, rows match any of them. */
export function ChoiceFilter<T extends string>(props: ChoiceFilterProps<T>) {
  const { label, choices, value, onChange } = props;
  const chosen = choices.filter((choice) => value.includes(choice.value));
  const toggle = (item: T) =>
    onChange(value.includes(item) ? value.filter((other) => other !== item) : [...value, item]);
  return (
    <Popover position="bottom-start" width={208} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-md"
          className={classes.button}
          data-active={chosen.length > 0 || undefined}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          {label}
          {chosen.length > 0 ? (
            <span className={classes.value}>
              {chosen.length > 2
                ? `${chosen.length} selected`
                : chosen.map((choice) => choice.label).join(', ')}
            </span>
          ) : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={label}>
        <Stack gap={8} className={classes.choices}>
          {choices.map((choice) => (
            <Checkbox
              key={choice.value}
              size="xs"
              className={classes.item}
              label={
                <span className={classes.choice}>
                  {choice.icon}
                  {choice.label}
                </span>
              }
              checked={value.includes(choice.value)}
              onChange={() => toggle(choice.value)}
            />
          ))}
          {chosen.length > 0 ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
              Clear
            </Button>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
