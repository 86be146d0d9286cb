/** Whether keys are named as on a Mac. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
