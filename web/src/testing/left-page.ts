import { problems } from './render-page.js';

const NAVIGATION = /Not implemented: navigation to another Document/;

/**
 * Whether the page has opened another document since this was last asked. jsdom reports that as an
 * error, without the address, so journeys in the browser check where such a page leads.
 */
export function hasLeftPage(): boolean {
  const found = problems.findIndex((text) => NAVIGATION.test(text));
  if (found >= 0) problems.splice(found, 1);
  return found >= 0;
}
