import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  CircleUserRound,
  Database,
  FlaskConical,
  FlaskRound,
  FolderKanban,
  Gavel,
  LogOut,
  MessageSquareText,
  Monitor,
  Moon,
  Settings,
  Sun,
} from 'lucide-react';
import { listSections } from '../../features/settings/sections.js';
import { buildServerUrl } from '../../lib/page/base-url.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { useViewer } from '../../lib/viewer/viewer.js';
import type { PaletteCommand } from './palette-command.js';
import { signOut } from './sign-out.js';

/** Returns the pages and actions that are always available. */
export function useFixedCommands(): PaletteCommand[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { viewer, can } = useViewer();
  const sections = listSections({ ...pageConfig, administer: can.administer });
  return [
    {
      id: 'projects',
      label: 'All projects',
      icon: <FolderKanban size={16} aria-hidden />,
      run: () => void navigate({ to: '/projects' }),
    },
    {
      id: 'datasets',
      label: 'All datasets',
      icon: <Database size={16} aria-hidden />,
      run: () => void navigate({ to: '/datasets' }),
    },
    {
      id: 'experiments',
      label: 'All experiments',
      icon: <FlaskConical size={16} aria-hidden />,
      run: () => void navigate({ to: '/experiments' }),
    },
    {
      id: 'evaluators',
      label: 'All evaluators',
      icon: <Gavel size={16} aria-hidden />,
      run: () => void navigate({ to: '/evaluators' }),
    },
    {
      id: 'prompts',
      label: 'All prompts',
      icon: <MessageSquareText size={16} aria-hidden />,
      run: () => void navigate({ to: '/prompts' }),
    },
    {
      id: 'playground',
      label: 'Playground',
      icon: <FlaskRound size={16} aria-hidden />,
      run: () => void navigate({ to: '/playground' }),
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
            label: 'Sign out',
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
      label: 'System theme',
      icon: <Monitor size={16} aria-hidden />,
      run: () => setColorScheme('auto'),
    },
    {
      id: 'docs',
      label: 'API docs',
      icon: <BookOpen size={16} aria-hidden />,
      run: () => location.assign(buildServerUrl('docs')),
    },
  ];
}
