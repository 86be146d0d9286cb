import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import type { DataColumn } from '../../../../components/data-table/columns.js';
import { DIRECTIONS } from '../../../../components/score-labels/score-texts.js';
import { formatCount } from '../../../../lib/format/numbers.js';
import type { ConfigRow } from '../api/annotation-configs.js';
import { describeValues, getTypeLabel } from '../config-texts.js';
import classes from './config-columns.module.css';
import { actionsColumn, timeColumn } from '../../../../components/data-table/common-columns.js';
import { IconButton } from '../../../../components/buttons/icon-button.js';

interface ConfigActions {
  onEdit: (config: ConfigRow) => void;
  /** Absent where configs are only chosen. */
  onDelete?: (config: ConfigRow) => void;
}

/** Which configs a project uses. */
export interface ConfigSwitches {
  isOn: (config: ConfigRow) => boolean;
  /** Absent for viewers. */
  onSwitch: ((config: ConfigRow, isOn: boolean) => void) | undefined;
}

const NAME: DataColumn<ConfigRow> = {
  id: 'name',
  header: 'Name',
  width: 220,
  required: true,
  cell: ({ name, description }) => (
    <span
      className={classes.name}
      dir="auto"
      title={description ? `${name}: ${description}` : name}
    >
      {name}
      {description ? <span className={classes.description}>{description}</span> : null}
    </span>
  ),
};

const ABOUT: readonly DataColumn<ConfigRow>[] = [
  { id: 'type', header: 'Type', width: 110, cell: getTypeLabel },
  {
    id: 'values',
    header: 'Values',
    width: 200,
    grow: true,
    cell: (config) => {
      const text = describeValues(config);
      return (
        <span dir="auto" title={text}>
          {text}
        </span>
      );
    },
  },
  {
    id: 'direction',
    header: 'Better scores',
    width: 110,
    cell: ({ optimizationDirection }) =>
      optimizationDirection === null || optimizationDirection === 'NONE' ? (
        <None />
      ) : (
        DIRECTIONS.find(({ value }) => value === optimizationDirection)?.label
      ),
  },
];

/** Returns the columns of the list of all configs, without actions for viewers. */
export function buildConfigColumns(actions: ConfigActions | undefined): DataColumn<ConfigRow>[] {
  return [
    NAME,
    ...ABOUT,
    { id: 'projects', header: 'Projects', width: 190, cell: (row) => <Projects config={row} /> },
    timeColumn({
      id: 'createdAt',
      header: 'Created',
      time: ({ createdAt }) => createdAt,
    }),
    ...(actions ? [buildActionsColumn(actions)] : []),
  ];
}

/** Returns the columns of the table that switches the configs of a project. */
export function buildSwitchColumns(
  { isOn, onSwitch }: ConfigSwitches,
  actions: ConfigActions | undefined,
): DataColumn<ConfigRow>[] {
  return [
    {
      id: 'used',
      header: 'Used',
      width: 76,
      required: true,
      cell: (row) => (
        <Switch
          size="xs"
          aria-label={`Use ${row.name} in this project`}
          checked={isOn(row)}
          disabled={!onSwitch}
          onChange={(event) => onSwitch?.(row, event.currentTarget.checked)}
        />
      ),
    },
    NAME,
    ...ABOUT,
    ...(actions ? [buildActionsColumn(actions)] : []),
  ];
}

function buildActionsColumn({ onEdit, onDelete }: ConfigActions): DataColumn<ConfigRow> {
  return actionsColumn(
    (row) => (
      <>
        <IconButton label={`Edit ${row.name}`} hint="Edit" onClick={() => onEdit(row)}>
          <Pencil size={15} aria-hidden />
        </IconButton>
        {onDelete ? (
          <IconButton label={`Delete ${row.name}`} hint="Delete" onClick={() => onDelete(row)}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        ) : null}
      </>
    ),
    onDelete ? 92 : 60,
  );
}

function Projects({ config }: { config: ConfigRow }) {
  const { projects, projectCount } = config;
  const names = projects.edges.map(({ node }) => node.name);
  const rest = projectCount - names.length;
  if (projectCount === 0) return <None />;
  return (
    <span
      className={classes.projects}
      title={[...names, ...(rest > 0 ? [`${formatCount(rest)} more`] : [])].join(', ')}
    >
      <span className={classes.names}>
        {projects.edges.map(({ node }, index) => (
          <Fragment key={node.id}>
            {index > 0 ? ', ' : null}
            <Link
              to="/projects/$projectId/config"
              params={{ projectId: node.id }}
              className={classes.project}
            >
              {node.name}
            </Link>
          </Fragment>
        ))}
      </span>
      {rest > 0 ? <span className={classes.more}>+{formatCount(rest)}</span> : null}
    </span>
  );
}

function None() {
  return <span className={classes.more}>–</span>;
}
