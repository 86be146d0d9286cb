/** Longest name of a key, in characters. */
export const MAX_NAME = 255;

/** Longest description of a key, in characters. */
export const MAX_DESCRIPTION = 4_000;

// The published clients look for parts of these texts.
export const AUTHENTICATION_OFF = 'Authentication must be enabled to manage API keys';
export const NO_KEY_BY_KEY = 'API keys cannot create API keys';
export const NO_SYSTEM_USER = 'Only signed-in users have their own API keys.';
