import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ChevronsDownUp, ChevronsUpDown, ChartNoAxesGantt, Layers, Search, X } from 'lucide-react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { formatExact } from '../../../lib/format/numbers.js';
import type { Find } from '../api/find-filter.js';
import type { SpanMatches } from '../api/use-span-matches.js';
import { FindMenu } from './find-menu.js';
import { MatchStepper } from './match-stepper.js';
import type { TraceTreeState } from './use-trace-tree.js';
import classes from './trace-tree.module.css';

/** Waits until the user pauses, because the server searches the whole trace. */
const pauseMs = 180;

interface TreeToolbarProps {
  state: TraceTreeState;
  find: Find;
  onFind: (part: Partial<Find>) => void;
  matches: SpanMatches;
  /** Goes to the next or previous match. */
  onStep: (direction: 'next' | 'previous') => void;
  searchRef: RefObject<HTMLInputElement | null>;
  withMetrics: boolean;
  onToggleMetrics: () => void;
  onToggleInternal: () => void;
  /** Moves the focus from the search to the tree. */
  onDone: () => void;
}

/** Search, filters, folding and the switch for figures in the tree. */
export function TreeToolbar(props: TreeToolbarProps) {
  const { state, find, onFind, matches, onStep, withMetrics, onToggleMetrics } = props;
  return (
    <div className={classes.toolbar}>
      <SearchField {...props} />
      {state.hits ? (
        <MatchStepper
          noun="match"
          keys={{ next: 'Enter', previous: 'Shift+Enter' }}
          onStep={onStep}
          disabled={!matches.count}
        >
          {matches.count === undefined
            ? '…'
            : matches.position === null
              ? `${formatExact(matches.count)} found`
              : `${formatExact(matches.position)} of ${formatExact(matches.count)}`}
        </MatchStepper>
      ) : null}
      <FindMenu find={find} onChange={onFind} />
      <ToolButton label="Expand all" Icon={ChevronsUpDown} onClick={state.expandAll} />
      <ToolButton label="Collapse all" Icon={ChevronsDownUp} onClick={state.collapseAll} />
      {state.hasInternal ? (
        <ToolButton
          label={state.withInternal ? 'Fold internal spans' : 'Show internal spans'}
          Icon={Layers}
          pressed={state.withInternal}
          onClick={props.onToggleInternal}
        />
      ) : null}
      <ToolButton
        label={withMetrics ? 'Hide metrics and bars' : 'Show metrics and bars'}
        Icon={ChartNoAxesGantt}
        pressed={withMetrics}
        onClick={onToggleMetrics}
      />
    </div>
  );
}

function SearchField({ find, onFind, onStep, onDone, searchRef }: TreeToolbarProps) {
  const [text, setText] = useState(find.text);
  const applied = useRef(find.text);
  useEffect(() => {
    // The URL has changed (link, back button).
    if (find.text !== applied.current) setText(find.text);
    applied.current = find.text;
  }, [find.text]);
  const apply = useDebouncedCallback((next: string) => {
    applied.current = next.trim() === '' ? '' : next;
    onFind({ text: next });
  }, pauseMs);
  const change = (next: string) => {
    setText(next);
    apply(next);
  };
  const clear = () => {
    change('');
    apply.flush();
  };
  return (
    <TextInput
      ref={searchRef}
      className={classes.search}
      size="xs"
      aria-label="Search spans by name, error, kind, status or ID"
      placeholder="Search spans"
      leftSection={<Search size={14} aria-hidden />}
      rightSection={
        text ? (
          <ActionIcon
            size="xs"
            variant="subtle"
            color="gray"
            aria-label="Clear search"
            onClick={clear}
          >
            <X size={12} aria-hidden />
          </ActionIcon>
        ) : (
          <kbd className={classes.key}>/</kbd>
        )
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text) {
          event.stopPropagation();
          clear();
        } else if (event.key === 'Enter') {
          event.preventDefault();
          if (text.trim() === applied.current.trim()) onStep(event.shiftKey ? 'previous' : 'next');
          else apply.flush();
        } else if (event.key === 'ArrowDown') {
          event.preventDefault();
          onDone();
        }
      }}
    />
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
