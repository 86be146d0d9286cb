import { type RefObject, useEffect } from 'react';

/** Gives the focus back to where it was once the panel is gone. */
export function useReturnFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement;
    const around = panel.current?.parentElement?.closest<HTMLElement>('section[tabindex="-1"]');
    return () => {
      // Someone who clicked elsewhere before closing the panel wants to stay there.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const isThere = opener instanceof HTMLElement && opener !== document.body;
      if (isThere && opener.isConnected) opener.focus();
      else if (around?.isConnected) around.focus({ preventScroll: true });
    };
  }, [panel]);
}

/** Puts the focus on the first control of a config. */
export function goToConfig(fields: HTMLElement | null, index: number): void {
  const config = fields?.querySelectorAll('fieldset')[index];
  config?.querySelector<HTMLElement>('[data-field-focus]')?.focus();
}

/** Leaves a text field, so that keys such as j and 1 work again, and stays at its config. */
export function leaveTextField(panel: HTMLElement): void {
  (document.activeElement?.closest('fieldset') ?? panel).focus();
}
