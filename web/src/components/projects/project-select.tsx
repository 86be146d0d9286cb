import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../graphql.js';
import { listNodes } from '../../lib/data/connections.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { getPermissions } from '../../lib/viewer/permissions.js';
import { useViewer } from '../../lib/viewer/viewer.js';
import { PrivateMark } from './private-mark.js';

const MOST_CHOICES = 50;
const NO_PROJECT = '';

const ProjectOptionsQuery = graphql(`
  query ProjectOptions($filter: ProjectFilter, $first: Int!) {
    projects(first: $first, sort: { col: name, dir: asc }, filter: $filter) {
      edges {
        node {
          id
          name
          isPrivate
          viewerRole
        }
      }
    }
  }
`);

/** A project that can be chosen. */
export interface NamedProject {
  id: string;
  name: string;
  isPrivate: boolean;
}

interface ProjectSelectProps {
  label?: string;
  /** Says what the choice means. */
  description?: string;
  /** The choice of no project. */
  everyone?: string;
  /** The project to which it belongs now; null for none. */
  initial: NamedProject | null;
  /** Called with a global ID, or null for no project. */
  onChange: (projectId: string | null) => void;
}

/**
 * A field that decides to which project something belongs, and so who sees it. Without authentication,
 * everyone sees everything, and there is nothing to choose.
 */
export function ProjectSelect(props: ProjectSelectProps) {
  const {
    label = 'Project',
    description = 'Everyone who can see the project can see this, too.',
    everyone = 'Everyone',
    initial,
    onChange,
  } = props;
  const { canOnServer } = useViewer();
  const canBeForEveryone = canOnServer.write || initial === null;
  const nobody = { value: NO_PROJECT, label: everyone, isPrivate: false };
  const [chosen, setChosen] = useState(initial ? toOption(initial) : nobody);
  const [typed, setTyped] = useState('');
  // The field shows the choice as if it had been typed.
  const name = typed === chosen.label ? '' : typed.trim();
  const { data } = useGraphqlQuery(
    ProjectOptionsQuery,
    { filter: name === '' ? null : { col: 'name' as const, value: name }, first: MOST_CHOICES },
    { keepPrevious: true, enabled: pageConfig.authenticationEnabled },
  );
  if (!pageConfig.authenticationEnabled) return null;

  const found = (data ? listNodes(data.projects) : [])
    .filter(({ viewerRole }) => getPermissions(viewerRole ?? undefined).write)
    .map(toOption);
  const others = found.filter(({ value }) => value !== chosen.value);
  const options = [
    ...(canBeForEveryone ? [nobody] : []),
    ...(chosen.value === NO_PROJECT ? [] : [chosen]),
    ...others,
  ];
  return (
    <Select
      label={label}
      description={description}
      nothingFoundMessage="No project has this name"
      allowDeselect={false}
      searchable
      value={chosen.value}
      onChange={(value) => {
        setChosen(options.find((option) => option.value === value) ?? nobody);
        onChange(value || null);
      }}
      data={options}
      // The server has filtered them.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      renderOption={({ option }) => (
        <Group gap={6} wrap="nowrap">
          <bdi>{option.label}</bdi>
          {options.find(({ value }) => value === option.value)?.isPrivate ? <PrivateMark /> : null}
        </Group>
      )}
    />
  );
}

function toOption({ id, name, isPrivate }: NamedProject) {
  return { value: id, label: name, isPrivate };
}
