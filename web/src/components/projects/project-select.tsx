import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { pageConfig } from '../../lib/page/page-config.js';
import { useViewer } from '../../lib/viewer/viewer.js';
import { PrivateMark } from './private-mark.js';
import { type ProjectOption, useProjectOptions } from './project-options.js';

const NO_PROJECT = '';

interface ProjectSelectProps {
  label?: string;
  /** Says what the choice means. */
  description?: string;
  /** The choice of no project. */
  everyone?: string;
  /** The project to which it belongs now; null for none. */
  initial: ProjectOption | null;
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
  const forEveryone = canOnServer.write
    ? [{ value: NO_PROJECT, label: everyone, isPrivate: false }]
    : [];
  const [chosen, setChosen] = useState(initial ? toOption(initial) : forEveryone[0]);
  const [typed, setTyped] = useState('');
  // The field shows the choice as if it had been typed.
  const name = typed === chosen?.label ? '' : typed.trim();
  const found = useProjectOptions(name, pageConfig.authenticationEnabled).map(toOption);
  if (!pageConfig.authenticationEnabled) return null;

  const options = [...forEveryone, ...(chosen ? [chosen] : []), ...found];
  const distinct = [...new Map(options.map((option) => [option.value, option])).values()];
  return (
    <Select
      label={label}
      description={description}
      placeholder="Choose a project"
      nothingFoundMessage="No project has this name"
      allowDeselect={false}
      required={!canOnServer.write}
      searchable
      value={chosen?.value ?? null}
      onChange={(value) => {
        setChosen(distinct.find((option) => option.value === value));
        onChange(value || null);
      }}
      data={distinct}
      // The server has filtered them.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      renderOption={({ option }) => (
        <Group gap={6} wrap="nowrap">
          <bdi>{option.label}</bdi>
          {distinct.find(({ value }) => value === option.value)?.isPrivate ? <PrivateMark /> : null}
        </Group>
      )}
    />
  );
}

function toOption({ id, name, isPrivate }: ProjectOption) {
  return { value: id, label: name, isPrivate };
}
