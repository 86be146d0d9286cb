import type { ReactNode } from 'react';
import type { MessageRole } from '../prompt-editor/message-draft.js';
import classes from './message-card.module.css';
import { getRoleColor, RoleMark } from '../prompt-editor/role-mark.js';

interface MessageCardProps {
  role: MessageRole;
  roleName: string | undefined;
  /** Shown after the role. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** One message: the role and its content. */
export function MessageCard({ role, roleName, note, actions, children }: MessageCardProps) {
  return (
    <li className={classes.card} style={{ borderLeftColor: getRoleColor(role) }}>
      <div className={classes.head}>
        <RoleMark role={role} word={roleName} />
        {note}
        <span className={classes.actions}>{actions}</span>
      </div>
      <div className={classes.body}>{children}</div>
    </li>
  );
}

/** Messages, one below the other. */
export function MessageList({ children }: { children: ReactNode }) {
  return <ol className={classes.list}>{children}</ol>;
}
