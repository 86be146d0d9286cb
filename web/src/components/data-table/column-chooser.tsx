import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core';
import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react';
import { useState } from 'react';
import classes from './column-chooser.module.css';
import type { DataColumn } from './columns.js';
import type { ColumnLayout } from './use-column-layout.js';

/** Shows, hides and reorders columns, with the keyboard or the pointer. */
export function ColumnChooser<Row>({ layout }: { layout: ColumnLayout<Row> }) {
  const { all, shown, setShown } = layout;
  const [opened, setOpened] = useState(false);
  const toggle = (id: string) => {
    if (shown.includes(id)) setShown(shown.filter((item) => item !== id));
    else setShown([...shown, id]);
  };
  const move = (id: string, by: -1 | 1) => {
    const from = shown.indexOf(id);
    const next = shown.filter((item) => item !== id);
    next.splice(from + by, 0, id);
    setShown(next);
  };

  return (
    <Popover position="bottom-end" width={272} trapFocus opened={opened} onChange={setOpened}>
      <Tooltip label="Columns" disabled={opened}>
        <span className={classes.target}>
          <Popover.Target>
            <ActionIcon
              variant="default"
              size={32}
              aria-label="Columns"
              onClick={() => setOpened(!opened)}
            >
              <Columns3 size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        </span>
      </Tooltip>
      <Popover.Dropdown p={0} aria-label="Columns">
        <ul className={classes.list}>
          {all.map((column) => (
            <ChooserItem
              key={column.id}
              column={column}
              index={shown.indexOf(column.id)}
              last={shown.length - 1}
              onToggle={toggle}
              onMove={move}
            />
          ))}
        </ul>
        <div className={classes.foot}>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={layout.isDefault}
            onClick={layout.reset}
          >
            Reset columns
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChooserItemProps<Row> {
  column: DataColumn<Row>;
  /** The position among the visible columns; −1 if hidden. */
  index: number;
  last: number;
  onToggle: (id: string) => void;
  onMove: (id: string, by: -1 | 1) => void;
}

function ChooserItem<Row>({ column, index, last, onToggle, onMove }: ChooserItemProps<Row>) {
  const name = column.label ?? column.header;
  return (
    <li className={classes.item}>
      <Checkbox
        size="xs"
        label={name}
        checked={index >= 0}
        disabled={column.required ?? false}
        onChange={() => onToggle(column.id)}
      />
      {index >= 0 ? (
        <span className={classes.moves}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Move ${name} earlier`}
            disabled={index === 0}
            onClick={() => onMove(column.id, -1)}
          >
            <ChevronUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Move ${name} later`}
            disabled={index === last}
            onClick={() => onMove(column.id, 1)}
          >
            <ChevronDown size={14} aria-hidden />
          </ActionIcon>
        </span>
      ) : null}
    </li>
  );
}
