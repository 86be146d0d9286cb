import { createContext, useContext } from 'react';
import type { UserRow } from '../api/users.js';

/** The functions of the users list that the user panel calls. */
interface UsersList {
  replace: (user: UserRow) => void;
  reload: () => void;
}

export const UsersContext = createContext<UsersList | undefined>(undefined);

/** Returns the list below the user panel. */
export function useUsersList(): UsersList {
  const list = useContext(UsersContext);
  if (!list) throw new Error('useUsersList must be used inside UsersContext');
  return list;
}
