/** Whether the keyboard has Mac keys. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
