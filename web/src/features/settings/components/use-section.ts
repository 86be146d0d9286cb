import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';

/** Names a section of the settings in the breadcrumbs and the title of the browser's tab. */
export function useSection(label: string, detail?: string): void {
  useBreadcrumbs([{ label: 'Settings', link: { to: '/settings' } }, { label }], detail);
}
