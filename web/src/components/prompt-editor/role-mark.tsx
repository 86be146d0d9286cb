import { Bot, Cog, type LucideIcon, User, Wrench } from 'lucide-react';
import { getSpanKindColor } from '../spans/span-kinds.js';
import type { MessageRole } from './message-draft.js';
import classes from './role-mark.module.css';

interface Look {
  Icon: LucideIcon;
  color: string;
  label: string;
}

const LOOKS: Record<MessageRole, Look> = {
  SYSTEM: { Icon: Cog, color: 'var(--dimmed)', label: 'System' },
  USER: { Icon: User, color: 'var(--accent)', label: 'User' },
  AI: { Icon: Bot, color: getSpanKindColor('agent'), label: 'Assistant' },
  TOOL: { Icon: Wrench, color: getSpanKindColor('tool'), label: 'Tool' },
};

/** All roles with their labels. */
export const MESSAGE_ROLES = (Object.keys(LOOKS) as MessageRole[]).map((value) => ({
  value,
  label: LOOKS[value].label,
}));

/** Role names that are more specific than the role they stand for. */
const WORDS: Record<string, string> = { developer: 'Developer', model: 'Model' };

export function getRoleColor(role: MessageRole): string {
  return LOOKS[role].color;
}

/** The role of a message. */
export function RoleMark({ role, word }: { role: MessageRole; word?: string | undefined }) {
  const { Icon, color, label } = LOOKS[role];
  return (
    <span className={classes.role} style={{ color }}>
      <Icon size={14} aria-hidden />
      {WORDS[word ?? ''] ?? label}
    </span>
  );
}
