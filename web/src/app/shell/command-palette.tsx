import { Spotlight } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useFixedCommands } from './fixed-commands.js';
import type { PaletteCommand } from './palette-command.js';
import {
  useDatasetCommands,
  useProjectCommands,
  usePromptCommands,
  useTraceCommand,
} from './palette-lookups.js';
import { paletteStore } from './palette-store.js';

const TRACE_ID = /^[0-9a-f]{32}$/i;

/**
 * The palette (`Ctrl/⌘ K`) goes to a project, dataset or prompt, opens a trace by its ID, or runs a
 * command.
 */
export function CommandPalette() {
  const [query, setQuery] = useState('');
  const text = query.trim();
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      maxHeight={420}
      yOffset="14dvh"
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      centered={false}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      scrollable
    >
      <Spotlight.Search
        placeholder="Go to a project, dataset or prompt, paste a trace ID, or type a command"
        aria-label="Search and commands"
        leftSection={<Search size={17} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <PaletteActions text={text} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Rendered only while the palette is open, so that a closed palette sends no queries. */
function PaletteActions({ text }: { text: string }) {
  const traceId = TRACE_ID.test(text) ? text.toLowerCase() : undefined;
  const projects = useProjectCommands(text, traceId !== undefined);
  const datasets = useDatasetCommands(text, traceId !== undefined);
  const prompts = usePromptCommands(text, traceId !== undefined);
  const traces = useTraceCommand(traceId);
  const commands = useFixedCommands();
  const groups = [
    { label: 'Trace', commands: traces },
    { label: 'Projects', commands: filterByName(text, projects) },
    { label: 'Datasets', commands: filterByName(text, datasets) },
    { label: 'Prompts', commands: filterByName(text, prompts) },
    { label: 'Commands', commands: filterByName(text, commands) },
  ].filter((group) => group.commands.length > 0);
  const shown = groups.flatMap((group) => group.commands.map((command) => command.id)).join();
  // With the entries, so that Enter never comes in between.
  useLayoutEffect(() => selectFirst(shown), [shown]);
  if (groups.length === 0) return <Spotlight.Empty>No results</Spotlight.Empty>;
  return groups.map((group) => (
    <Spotlight.ActionsGroup key={group.label} label={group.label}>
      {group.commands.map((command) => (
        <Spotlight.Action
          key={command.id}
          label={command.label}
          leftSection={command.icon}
          onClick={command.run}
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
}

/**
 * A lookup keeps its previous results until new ones arrive. Drops those that no longer match, so
 * that Enter cannot open them.
 */
function filterByName(text: string, commands: PaletteCommand[]): PaletteCommand[] {
  return commands.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
}

/** The palette selects its first entry when the text changes, but not when entries arrive later. */
function selectFirst(shown: string): void {
  const actions = document.querySelectorAll('.mantine-Spotlight-actionsList [data-action]');
  if (shown === '') return;
  for (const [index, action] of actions.entries()) {
    action.toggleAttribute('data-selected', index === 0);
  }
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
