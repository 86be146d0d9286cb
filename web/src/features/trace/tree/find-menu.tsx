import { ActionIcon, Button, Checkbox, Popover, Stack, Tooltip } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { SPAN_KIND_LABEL, SPAN_KINDS } from '../../../components/spans/span-kinds.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import type { Find } from '../api/find-filter.js';
import { FOUND_STATUSES } from '../search.js';
import classes from './find-menu.module.css';

const STATUS_LABEL = { ERROR: 'Error', OK: 'OK', UNSET: 'Not set' } as const;

interface FindMenuProps {
  find: Find;
  onChange: (part: Partial<Find>) => void;
}

/** Chooses the kinds and statuses that the tree shows. */
export function FindMenu({ find, onChange }: FindMenuProps) {
  const { kinds, statuses } = find;
  const count = kinds.length + statuses.length;
  return (
    <Popover position="bottom-end" width={224} trapFocus>
      <Popover.Target>
        <Tooltip label="Filter by kind and status">
          <ActionIcon
            size="md"
            variant={count > 0 ? 'light' : 'subtle'}
            color={count > 0 ? 'accent' : 'gray'}
            aria-label={
              count > 0 ? `Filter by kind and status, ${count} chosen` : 'Filter by kind and status'
            }
          >
            <ListFilter size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label="Filter by kind and status" className={classes.menu}>
        <Stack gap={8}>
          <fieldset className={classes.group}>
            <legend>Status</legend>
            {FOUND_STATUSES.map((status) => (
              <Choice
                key={status}
                label={STATUS_LABEL[status]}
                icon={<StatusMark status={status} size={14} />}
                isChosen={statuses.includes(status)}
                onToggle={() => onChange({ statuses: toggle(statuses, status) })}
              />
            ))}
          </fieldset>
          <fieldset className={classes.group}>
            <legend>Kind</legend>
            {SPAN_KINDS.map((kind) => (
              <Choice
                key={kind}
                label={SPAN_KIND_LABEL[kind]}
                icon={<SpanKindIcon kind={kind} size={14} light />}
                isChosen={kinds.includes(kind)}
                onToggle={() => onChange({ kinds: toggle(kinds, kind) })}
              />
            ))}
          </fieldset>
          {count > 0 ? (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onChange({ kinds: [], statuses: [] })}
            >
              Clear
            </Button>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  label: string;
  icon: ReactNode;
  isChosen: boolean;
  onToggle: () => void;
}

function Choice({ label, icon, isChosen, onToggle }: ChoiceProps) {
  return (
    <Checkbox
      size="xs"
      label={
        <span className={classes.choice}>
          <span aria-hidden>{icon}</span>
          {label}
        </span>
      }
      checked={isChosen}
      onChange={onToggle}
    />
  );
}

function toggle<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
