import type { TagState } from '../../components/tags/tag-picker.js';

/** An example with the splits it is in. */
export interface SplitMember {
  id: string;
  datasetSplits: readonly { id: string }[];
}

/** Whether all, none or some of the examples are in a split. */
export function splitState(members: readonly SplitMember[], splitId: string): TagState {
  const count = members.filter((member) => isIn(member, splitId)).length;
  if (count === 0) return 'off';
  return count === members.length ? 'on' : 'mixed';
}

/** Examples that are to be in the same splits. */
export interface SplitAssignment {
  exampleIds: string[];
  splitIds: string[];
}

/**
 * What has to be set so that the examples are in the splits chosen, and in no split let go of. What
 * was not touched stays as it is with each, so there may be several assignments; examples that are
 * right already are in none.
 */
export function splitAssignments(
  members: readonly SplitMember[],
  touched: ReadonlyMap<string, boolean>,
): SplitAssignment[] {
  const assignments = new Map<string, SplitAssignment>();
  for (const member of members) {
    const before = member.datasetSplits.map(({ id }) => id);
    const added = [...touched].filter(([id, isOn]) => isOn && !before.includes(id));
    const after = [
      ...before.filter((id) => touched.get(id) !== false),
      ...added.map(([id]) => id),
    ].toSorted();
    if (after.length === before.length && after.every((id) => before.includes(id))) continue;
    const key = after.join(' ');
    const assignment = assignments.get(key) ?? { exampleIds: [], splitIds: after };
    assignment.exampleIds.push(member.id);
    assignments.set(key, assignment);
  }
  return [...assignments.values()];
}

function isIn(member: SplitMember, splitId: string): boolean {
  return member.datasetSplits.some(({ id }) => id === splitId);
}
