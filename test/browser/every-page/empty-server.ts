import { heading, text } from './steps.js';
import { type Area } from './walk.js';

/** The texts of empty lists. */
export const emptyServer: Area<undefined> = {
  fixture: () => Promise.resolve(undefined),
  stops: {
    '/datasets': [
      {
        name: 'no datasets',
        path: () => '/datasets',
        ready: text('Waiting for the first dataset'),
        viewer: { ready: text('No datasets yet') },
      },
    ],
    '/prompts': [
      {
        name: 'no prompts',
        path: () => '/prompts',
        ready: heading('Create your first prompt'),
        viewer: { ready: heading('No prompts yet') },
      },
    ],
    '/evaluators': [
      {
        name: 'only the evaluators that are built in',
        path: () => '/evaluators',
        ready: text('Regular expression'),
      },
    ],
  },
};
