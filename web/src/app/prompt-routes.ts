import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  readEditorSearch,
  readPromptsSearch,
  readVersionsSearch,
} from '../features/prompts/search.js';
import { rootRoute } from './root-route.js';

const prompts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prompts',
  validateSearch: readPromptsSearch,
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/prompts-page.js'),
    'PromptsPage',
  ),
});

const newPrompt = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prompts/new',
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/new-prompt-page.js'),
    'NewPromptPage',
  ),
});

const editor = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prompts/$promptId/edit',
  validateSearch: readEditorSearch,
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/edit-prompt-page.js'),
    'EditPromptPage',
  ),
});

const prompt = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prompts/$promptId',
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/prompt-page.js'),
    'PromptPage',
  ),
});

const promptTab = createRoute({
  getParentRoute: () => prompt,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/prompt-tab.js'),
    'PromptTab',
  ),
});

const versions = createRoute({
  getParentRoute: () => prompt,
  path: '/versions',
  validateSearch: readVersionsSearch,
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/prompt-versions-page.js'),
    'PromptVersionsPage',
  ),
});

const newestVersion = createRoute({
  getParentRoute: () => versions,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/version-page.js'),
    'NewestVersionPage',
  ),
});

const version = createRoute({
  getParentRoute: () => versions,
  path: '$versionId',
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/version-page.js'),
    'VersionPage',
  ),
});

const config = createRoute({
  getParentRoute: () => prompt,
  path: '/config',
  component: lazyRouteComponent(
    () => import('../features/prompts/routes/config-page.js'),
    'ConfigPage',
  ),
});

/** The list of prompts, the editor, and a prompt with its tabs. */
export const promptRoutes = [
  prompts,
  newPrompt,
  editor,
  prompt.addChildren([promptTab, versions.addChildren([newestVersion, version]), config]),
];
