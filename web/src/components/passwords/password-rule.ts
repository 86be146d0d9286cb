import { pageConfig } from '../../lib/page/page-config.js';

/** Describes the server’s rules for new passwords in a sentence. */
export function describePasswordRule(): string {
  const { passwordMinLength, passwordNeedsClasses } = pageConfig;
  const classes = passwordNeedsClasses
    ? ', including a digit, a lowercase letter, an uppercase letter and one of !@#$%^&*()_+'
    : '';
  return `At least ${passwordMinLength} characters${classes}. Avoid your name, common passwords, and patterns.`;
}
