import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../graphql.js';
import { listNodes } from '../../lib/data/connections.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import { formatPlural } from '../../lib/format/numbers.js';

const MAX_CHOICES = 50;

export const DatasetOptionsQuery = graphql(`
  query DatasetOptions($name: String!, $first: Int!) {
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

/** A field that finds a dataset by part of its name, among the newest ones. Its value is an ID. */
export function DatasetSelect(props: Omit<SelectProps, 'data' | 'filter' | 'searchable'>) {
  const [typed, setTyped] = useState('');
  const variables = { name: typed, first: MAX_CHOICES };
  const { data } = useGraphqlQuery(DatasetOptionsQuery, variables, { keepPrevious: true });
  return (
    <Select
      label="Dataset"
      nothingFoundMessage="No dataset has this name"
      {...props}
      searchable
      data={(data ? listNodes(data.datasets) : []).map(({ id, name, exampleCount }) => ({
        value: id,
        label: `${name} · ${formatPlural(exampleCount, 'example')}`,
      }))}
      // The server has filtered them.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
