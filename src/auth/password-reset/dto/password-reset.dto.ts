import { IsOptional, IsString } from 'class-validator';

/** What is missing is answered by the service, so nothing is required here. */
export class PasswordResetEmailDto {
  /** Compared without case. */
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  email?: string | null;
}

export class PasswordResetDto {
  /** The parameter `token` of the link in the mail. */
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  token?: string | null;

  /** The new password. */
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  password?: string | null;
}
