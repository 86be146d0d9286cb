const OVERLAYS = '.mantine-Modal-content, .mantine-Menu-dropdown, .mantine-Popover-dropdown';

/** Whether a dialog, menu or popover covers the page. It then handles Escape first. */
export function isOverlayOpen(): boolean {
  // Some stay in the document while they are closed.
  const overlays = [...document.querySelectorAll(OVERLAYS)];
  return overlays.some((overlay) => overlay.getClientRects().length > 0);
}
