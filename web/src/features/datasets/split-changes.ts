import type { LabelState } from '../../components/labels/label-picker.js';

/** An example with its splits. */
export interface SplitMember {
  id: string;
  datasetSplits: readonly { id: string }[];
}

/** Whether all, none or some of the examples are in a split. */
export function getSplitState(members: readonly SplitMember[], splitId: string): LabelState {
  const count = members.filter((member) => isIn(member, splitId)).length;
  if (count === 0) return 'off';
  return count === members.length ? 'on' : 'mixed';
}

/** Examples to put in the same splits. */
export interface SplitAssignment {
  exampleIds: string[];
  splitIds: string[];
}

/**
 * Returns the assignments that add the examples to the selected splits and remove them from the
 * cleared ones. Keeps all other splits of each example, so the result may contain several
 * assignments. Examples that need no change are left out.
 */
export function planAssignments(
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
