import { graphql, type ResultOf } from '../../../graphql.js';

/** Datasets to choose from: the one of exactly that name, and the newest whose names hold it. */
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
export type DatasetChoice = Choices['datasets']['edges'][number]['node'];

/** The choices without repetition, the exact one first. */
export function choicesOf({ getDatasetByName: exact, datasets }: Choices): DatasetChoice[] {
  const others = datasets.edges.map(({ node }) => node).filter(({ id }) => id !== exact?.id);
  return exact ? [exact, ...others] : others;
}
