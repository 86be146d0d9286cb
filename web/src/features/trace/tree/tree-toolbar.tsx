import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { ChevronsDownUp, ChevronsUpDown, ChartNoAxesGantt, Search, X } from 'lucide-react';
import type { ComponentType, RefObject } from 'react';
import { formatExact } from '../../../lib/format/numbers.js';
import type { TraceTreeState } from './use-trace-tree.js';
import classes from './trace-tree.module.css';

interface TreeToolbarProps {
  state: TraceTreeState;
  searchRef: RefObject<HTMLInputElement | null>;
  withMetrics: boolean;
  onToggleMetrics: () => void;
  /** Moves the focus from the search to the tree. */
  onDone: () => void;
}

/** Search, folding and the switch for figures in the tree. */
export function TreeToolbar({
  state,
  searchRef,
  withMetrics,
  onToggleMetrics,
  onDone,
}: TreeToolbarProps) {
  const { query, search } = state;
  return (
    <div className={classes.toolbar}>
      <TextInput
        ref={searchRef}
        className={classes.search}
        size="xs"
        aria-label="Search spans by name, kind, status or ID"
        placeholder="Search spans"
        leftSection={<Search size={14} aria-hidden />}
        rightSection={
          query ? (
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label="Clear search"
              onClick={() => state.setQuery('')}
            >
              <X size={12} aria-hidden />
            </ActionIcon>
          ) : (
            <kbd className={classes.key}>/</kbd>
          )
        }
        value={query}
        onChange={(event) => state.setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query) {
            event.stopPropagation();
            state.setQuery('');
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            onDone();
          }
        }}
      />
      <output className={`${classes.hits} numeric`}>
        {search ? `${formatExact(search.hits.size)} found` : ''}
      </output>
      <ToolButton label="Expand all" Icon={ChevronsUpDown} onClick={state.expandAll} />
      <ToolButton label="Collapse all" Icon={ChevronsDownUp} onClick={state.collapseAll} />
      <ToolButton
        label={withMetrics ? 'Hide metrics and bars' : 'Show metrics and bars'}
        Icon={ChartNoAxesGantt}
        pressed={withMetrics}
        onClick={onToggleMetrics}
      />
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  Icon: ComponentType<{ size: number; 'aria-hidden': boolean }>;
  pressed?: boolean;
  onClick: () => void;
}

function ToolButton({ label, Icon, pressed, onClick }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="md"
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? 'accent' : 'gray'}
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
