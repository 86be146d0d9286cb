import { graphql, type ResultOf } from '../../../graphql.js';

/** Queries the dataset with exactly this name, and the newest datasets whose names contain it. */
export const DatasetChoicesQuery = graphql(`
  query DatasetChoices($name: String!, $first: Int!) {
    getDatasetByName(name: $name) {
      id
      name
      exampleCount
    }
    datasets(first: $first, filter: { col: name, value: $name }) {
      edges {
        node {
          id
          name
          exampleCount
        }
      }
    }
  }
`);

type Choices = ResultOf<typeof DatasetChoicesQuery>;

/** A dataset that can be chosen. */
export type DatasetOption = Choices['datasets']['edges'][number]['node'];

/** Returns the choices without duplicates, the exact match first. */
export function listChoices({ getDatasetByName: exact, datasets }: Choices): DatasetOption[] {
  const others = datasets.edges.map(({ node }) => node).filter(({ id }) => id !== exact?.id);
  return exact ? [exact, ...others] : others;
}
