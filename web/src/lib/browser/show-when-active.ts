/** Scrolls the link to the open page into view, for links in a strip that scrolls on narrow screens. */
export function showWhenActive(link: HTMLAnchorElement | null): void {
  if (link?.dataset['status'] === 'active') link.scrollIntoView({ block: 'nearest' });
}
