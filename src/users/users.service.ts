import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { isStorable } from '../common/storable.js';
import { UserEntity } from './user.entity.js';

/** The people who may sign in. */
@Injectable()
export class UsersService {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  findById(id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /** The address is compared without case and without blanks at the ends. */
  async findByEmail(email: string): Promise<UserEntity | null> {
    return isStorable(email) ? this.users.findOneBy({ email: normalEmail(email) }) : null;
  }

  /** Keeps the hash of a password that has just been proved, in its newest form. */
  async rehash(id: number, passwordHash: string): Promise<void> {
    await this.users.update({ id, authMethod: 'LOCAL' }, { passwordHash });
  }
}

/** The form in which addresses are kept. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
