import { createContext, useContext } from 'react';
import type { UserRow } from '../api/users.js';

/** What the panel of a user tells the list it lies over. */
interface UsersList {
  replace: (user: UserRow) => void;
  reload: () => void;
}

export const UsersContext = createContext<UsersList | undefined>(undefined);

/** The list under the panel of a user. */
export function useUsersList(): UsersList {
  const list = useContext(UsersContext);
  if (!list) throw new Error('useUsersList needs the list of users around it');
  return list;
}
