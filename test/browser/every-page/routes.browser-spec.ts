import { startBrowser } from '../../support/browser.js';
import { startTestServer } from '../../support/server.js';
import { accounts } from './accounts.js';
import { datasets } from './datasets.js';
import { evaluators } from './evaluators.js';
import { experiments } from './experiments.js';
import { projectWork } from './project-work.js';
import { prompts } from './prompts.js';
import { settings } from './settings.js';
import { traces } from './traces.js';
import { type Area, listFirstStops, listRoutes } from './walk.js';

const AREAS = [accounts, datasets, evaluators, experiments, projectWork, prompts, settings, traces];

it('visits every page of the router', async () => {
  const [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  const page = await browser.open(`${server.url}/projects`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const routes = await listRoutes(page);
  await browser.stop();
  await server.stop();
  const stops = new Set(
    AREAS.flatMap((area) => listFirstStops(area as Area<unknown>)).map(({ route }) => route),
  );
  const missing = routes.filter((route) => !stops.has(route));
  // If this fails, add stops with these routes to an area in this folder.
  expect({ 'pages without a stop': missing }).toEqual({ 'pages without a stop': [] });
});
