import { IsOptional, IsString } from 'class-validator';

/** What is missing is answered as a wrong credential, so nothing is required here. */
export class LdapLoginDto {
  /** The name that the directory knows the person by. */
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  username?: string | null;

  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  password?: string | null;
}
