import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';

/** Shows a settings section in the breadcrumbs and in the title of the browser tab. */
export function useSection(label: string, detail?: string): void {
  useBreadcrumbs([{ label: 'Settings', link: { to: '/settings' } }, { label }], detail);
}
