import { type CanActivate, Inject, Injectable } from '@nestjs/common';
import { NotFoundError } from '../../common/errors/errors.js';
import { LdapDirectoryService } from './ldap-directory.service.js';

/** Without a directory there is nothing at its address, whatever is sent there. */
@Injectable()
export class LdapConfiguredGuard implements CanActivate {
  constructor(
    @Inject(LdapDirectoryService) private readonly directory: LdapDirectoryService | null,
  ) {}

  canActivate(): boolean {
    if (this.directory) return true;
    throw new NotFoundError('Not Found');
  }
}
