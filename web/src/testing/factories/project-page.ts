import { ProjectCostQuery } from '../../features/project/api/project-cost.js';
import {
  type ProjectFrame,
  ProjectFrameQuery,
  ProjectUpdatedQuery,
} from '../../features/project/api/project-frame.js';
import { ProjectSummaryQuery } from '../../features/project/api/project-summary.js';
import { answer, type Answer, keepWaiting } from '../answers.js';
import { PROJECT_ID } from './project-scope.js';

/**
 * Answers what the page around the tabs of a project asks, for a viewer with this role in it. Its
 * figures keep loading.
 */
export const projectPage = (viewerRole: ProjectFrame['viewerRole'] = 'MEMBER'): Answer[] => [
  answer(ProjectFrameQuery, {
    node: {
      __typename: 'Project',
      id: PROJECT_ID,
      name: 'support',
      description: null,
      gradientStartColor: '#aabbcc',
      gradientEndColor: '#ddeeff',
      hasTraces: true,
      isPrivate: false,
      viewerRole,
      sampling: { isEnabled: false },
      ingestionErrors: { edges: [] },
    },
  }),
  answer(ProjectUpdatedQuery, { node: { id: PROJECT_ID, streamingLastUpdatedAt: null } }),
  keepWaiting(ProjectSummaryQuery),
  keepWaiting(ProjectCostQuery),
];
