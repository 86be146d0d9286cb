import { Tooltip } from '@mantine/core';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import type { DataColumn } from '../../../components/data-table/columns.js';
import type { GroupRow } from '../api/user-groups.js';
import { explainSource, getSourceLabel } from '../group-sources.js';
import classes from './group-columns.module.css';
import {
  actionsColumn,
  countColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

interface GroupActions {
  onOpen: (group: GroupRow) => void;
  onDelete: (group: GroupRow) => void;
}

/** Returns the columns of the list of groups. */
export function buildGroupColumns({ onOpen, onDelete }: GroupActions): DataColumn<GroupRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 260,
      grow: true,
      required: true,
      cell: ({ name }) => (
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
      ),
    },
    {
      id: 'source',
      header: 'From',
      width: 140,
      cell: ({ source }) => (
        <Tooltip label={explainSource(source)} multiline maw={320}>
          <span>{getSourceLabel(source)}</span>
        </Tooltip>
      ),
    },
    countColumn({
      id: 'members',
      header: 'Members',
      width: 96,
      count: ({ memberCount }) => memberCount,
    }),
    timeColumn({
      id: 'createdAt',
      header: 'Created',
      time: ({ createdAt }) => createdAt,
    }),
    actionsColumn((group) => <Actions group={group} onOpen={onOpen} onDelete={onDelete} />, 92),
  ];
}

function Actions({ group, onOpen, onDelete }: GroupActions & { group: GroupRow }) {
  const verb = group.source === 'LOCAL' ? 'Edit' : 'Show';
  const Icon = group.source === 'LOCAL' ? Pencil : Eye;
  return (
    <>
      <IconButton label={`${verb} ${group.name}`} hint={verb} onClick={() => onOpen(group)}>
        <Icon size={15} aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${group.name}`} hint="Delete" onClick={() => onDelete(group)}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
    </>
  );
}
