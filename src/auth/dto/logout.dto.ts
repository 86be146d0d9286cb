import { QueryBoolean } from '../../common/query-params.js';

export class LogoutDto {
  /** End every session of the user instead of this one. */
  @QueryBoolean()
  everywhere?: boolean;
}
