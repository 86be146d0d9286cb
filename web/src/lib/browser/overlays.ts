const OVERLAYS = '.mantine-Modal-content, .mantine-Menu-dropdown, .mantine-Popover-dropdown';

/** Whether a dialog, menu or popover lies over the page; it then has the first right to Escape. */
export function isOverlayOpen(): boolean {
  // Some stay in the page while they are closed.
  const overlays = [...document.querySelectorAll(OVERLAYS)];
  return overlays.some((overlay) => overlay.getClientRects().length > 0);
}
