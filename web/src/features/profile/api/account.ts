import { graphql } from '../../../graphql.js';

export const RenameMutation = graphql(`
  mutation Rename($input: PatchViewerInput!) {
    patchViewer(input: $input) {
      user {
        id
        username
      }
    }
  }
`);
