import { useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  CircleUserRound,
  FolderKanban,
  ListTree,
  LogOut,
  Monitor,
  Moon,
  Search,
  Settings,
  Sun,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { sectionsFor } from '../../features/settings/sections.js';
import { graphql } from '../../graphql.js';
import { serverUrl } from '../../lib/base-url.js';
import { describeError } from '../../lib/errors.js';
import { pageConfig } from '../../lib/page-config.js';
import { useViewer } from '../../lib/viewer.js';
import { paletteStore } from './palette-store.js';
import { signOut } from './sign-out.js';

const PaletteProjectsQuery = graphql(`
  query PaletteProjects($filter: ProjectFilter) {
    projects(first: 8, sort: { col: endTime, dir: desc }, filter: $filter) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

const PaletteTraceQuery = graphql(`
  query PaletteTrace($traceId: String!) {
    getTraceByOtelId(traceId: $traceId) {
      traceId
      projectId
    }
  }
`);

const TRACE_ID = /^[0-9a-f]{32}$/i;

interface Command {
  id: string;
  label: string;
  icon: ReactNode;
  run: () => void;
}

/** Goes to a project, opens a trace by its id, and changes the theme; `Ctrl/⌘ K`. */
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
        placeholder="Go to a project, paste a trace id, or type a command"
        aria-label="Search and commands"
        leftSection={<Search size={17} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <PaletteActions text={text} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Drawn only while the palette is open, so that nothing is asked for before. */
function PaletteActions({ text }: { text: string }) {
  const traceId = TRACE_ID.test(text) ? text.toLowerCase() : undefined;
  const projects = useProjectCommands(text, traceId !== undefined);
  const traces = useTraceCommand(traceId);
  const commands = useFixedCommands().filter((command) =>
    command.label.toLowerCase().includes(text.toLowerCase()),
  );
  const groups = [
    { label: 'Trace', commands: traces },
    { label: 'Projects', commands: projects },
    { label: 'Commands', commands },
  ].filter((group) => group.commands.length > 0);
  const shown = groups.flatMap((group) => group.commands.map((command) => command.id)).join();
  useEffect(() => selectFirst(shown), [shown]);
  if (groups.length === 0) return <Spotlight.Empty>Nothing found</Spotlight.Empty>;
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

/** The palette selects its first entry when the text changes, but not when entries come later. */
function selectFirst(shown: string): void {
  const actions = document.querySelectorAll('.mantine-Spotlight-actionsList [data-action]');
  if (shown === '') return;
  for (const [index, action] of actions.entries()) {
    action.toggleAttribute('data-selected', index === 0);
  }
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}

function useProjectCommands(text: string, pause: boolean): Command[] {
  const navigate = useNavigate();
  const filter = text === '' ? null : { col: 'name' as const, value: text };
  const [{ data }] = useQuery({ query: PaletteProjectsQuery, variables: { filter }, pause });
  if (pause) return [];
  return (data?.projects.edges ?? []).map(({ node }) => ({
    id: node.id,
    label: node.name,
    icon: <FolderKanban size={16} aria-hidden />,
    run: () => void navigate({ to: '/projects/$projectId', params: { projectId: node.id } }),
  }));
}

function useTraceCommand(traceId: string | undefined): Command[] {
  const client = useClient();
  const navigate = useNavigate();
  if (traceId === undefined) return [];
  const open = async () => {
    const { data, error } = await client.query(PaletteTraceQuery, { traceId }).toPromise();
    const trace = data?.getTraceByOtelId;
    if (trace) {
      await navigate({
        to: '/projects/$projectId/traces/$traceId',
        params: { projectId: trace.projectId, traceId: trace.traceId },
        search: { timeRangeKey: 'all' },
      });
      return;
    }
    const message = error ? describeError(error).detail : 'There is no trace with this id.';
    notifications.show({ message });
  };
  return [
    {
      id: 'trace',
      label: `Open trace ${traceId}`,
      icon: <ListTree size={16} aria-hidden />,
      run: () => void open(),
    },
  ];
}

function useFixedCommands(): Command[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { viewer, can } = useViewer();
  const { authenticationEnabled } = pageConfig;
  const sections = sectionsFor({ authenticationEnabled, administer: can.administer });
  return [
    {
      id: 'projects',
      label: 'All projects',
      icon: <FolderKanban size={16} aria-hidden />,
      run: () => void navigate({ to: '/projects' }),
    },
    ...sections.map(({ to, label }) => ({
      id: to,
      label: `Settings: ${label}`,
      icon: <Settings size={16} aria-hidden />,
      run: () => void navigate({ to }),
    })),
    ...(viewer
      ? [
          {
            id: 'profile',
            label: 'Profile',
            icon: <CircleUserRound size={16} aria-hidden />,
            run: () => void navigate({ to: '/profile/account' }),
          },
          {
            id: 'log-out',
            label: 'Log out',
            icon: <LogOut size={16} aria-hidden />,
            run: () => void signOut(),
          },
        ]
      : []),
    {
      id: 'light',
      label: 'Light theme',
      icon: <Sun size={16} aria-hidden />,
      run: () => setColorScheme('light'),
    },
    {
      id: 'dark',
      label: 'Dark theme',
      icon: <Moon size={16} aria-hidden />,
      run: () => setColorScheme('dark'),
    },
    {
      id: 'auto',
      label: 'Theme as the system',
      icon: <Monitor size={16} aria-hidden />,
      run: () => setColorScheme('auto'),
    },
    {
      id: 'docs',
      label: 'API docs',
      icon: <BookOpen size={16} aria-hidden />,
      run: () => location.assign(serverUrl('docs')),
    },
  ];
}
