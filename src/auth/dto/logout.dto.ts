import { QueryBoolean } from '../../common/validation/query-params.js';

export class LogoutDto {
  /** End every session of the user instead of this one. */
  @QueryBoolean()
  everywhere?: boolean;
}
