import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  Tooltip,
} from '@mantine/core';
import {
  GROUND,
  SERIES_COLOR,
  SIGNAL_COLOR,
  SPAN_KIND_COLOR,
  type ThemedColor,
} from '../lib/theme/palette.js';

const gray: MantineColorsTuple = [
  '#f6f7f8',
  '#eff0f2',
  '#e5e7ea',
  '#d9dce0',
  '#c3c8cf',
  '#a1a8b2',
  '#5c636e',
  '#484f59',
  '#31363d',
  '#1b1e23',
];

const dark: MantineColorsTuple = [
  '#e4e7eb',
  '#c3c8d0',
  '#98a0ab',
  '#6f7782',
  '#373d46',
  '#2b3038',
  '#1c2026',
  '#111317',
  '#0d0f12',
  '#08090b',
];

const accent: MantineColorsTuple = [
  '#eef0fd',
  '#dfe3fb',
  '#bdc4f6',
  '#9aa4f7',
  '#7a87ea',
  '#616fe0',
  '#4f5dd2',
  '#4653c6',
  '#3a46a8',
  '#2f388a',
];

/** The top bar of a dialog is not the header of the page, and its close button needs a name. */
const DIALOG = {
  closeButtonProps: { 'aria-label': 'Close' },
  overlayProps: { backgroundOpacity: 0.4 },
  attributes: { header: { role: 'presentation' } },
};

export const theme = createTheme({
  colors: { gray, dark, accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '20px', lineHeight: '28px' } } },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  black: '#1b1e23',
  components: {
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, transitionProps: { duration: 100 }, withArrow: false },
    }),
    Modal: {
      defaultProps: { transitionProps: { duration: 120 }, centered: true, ...DIALOG },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 140 }, ...DIALOG } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 80 },
        shadow: 'md',
        // A menu may not contain an element that is not an item, so the first item gets the focus
        // instead.
        withInitialFocusPlaceholder: false,
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    SegmentedControl: {
      defaultProps: { size: 'xs', radius: 'md' },
      vars: () => ({ root: { '--sc-padding': '3px 10px' } }),
    },
  },
});

/**
 * The colors of `lib/theme/palette.ts` as CSS variables, so that components need no script to
 * follow the theme.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...listVariables('light'),
    '--line': gray[2],
    '--line-strong': gray[3],
    '--hover': '#f0f2f5',
    '--selected': '#eceefb',
    '--mantine-color-body': GROUND.body.light,
    '--mantine-color-dimmed': SIGNAL_COLOR.dimmed.light,
    '--mantine-color-placeholder': '#6b727d',
    '--mantine-color-default-border': gray[3],
    '--mantine-color-anchor': SIGNAL_COLOR.accent.light,
    '--mantine-color-error': SIGNAL_COLOR.error.light,
  },
  dark: {
    ...listVariables('dark'),
    '--line': '#262b32',
    '--line-strong': '#363c45',
    '--hover': '#1d2127',
    '--selected': '#23283a',
    '--mantine-color-body': GROUND.body.dark,
    '--mantine-color-dimmed': SIGNAL_COLOR.dimmed.dark,
    '--mantine-color-placeholder': '#8a929e',
    '--mantine-color-default': GROUND.raised.dark,
    '--mantine-color-default-border': '#363c45',
    '--mantine-color-anchor': SIGNAL_COLOR.accent.dark,
    '--mantine-color-error': SIGNAL_COLOR.error.dark,
  },
});

function listVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const variables: Record<string, string> = {};
  const set = (name: string, color: ThemedColor) => (variables[`--${name}`] = color[scheme]);
  for (const [name, color] of Object.entries(GROUND)) set(`ground-${name}`, color);
  for (const [name, color] of Object.entries(SIGNAL_COLOR)) {
    set(name, color);
    variables[`--${name}-ground`] = mixTint(color[scheme], scheme);
  }
  for (const [kind, color] of Object.entries(SPAN_KIND_COLOR)) {
    set(`kind-${kind}`, color);
    variables[`--kind-${kind}-ground`] = mixTint(color[scheme], scheme);
  }
  for (const [index, color] of SERIES_COLOR.entries()) {
    set(`series-${index}`, color);
    variables[`--series-${index}-ground`] = mixTint(color[scheme], scheme);
  }
  return variables;
}

function mixTint(color: string, scheme: 'light' | 'dark'): string {
  return `color-mix(in srgb, ${color} ${scheme === 'light' ? 9 : 14}%, transparent)`;
}
