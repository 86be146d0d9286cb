import { IsOptional, IsString } from 'class-validator';

/** What is missing is answered as a wrong credential, so nothing is required here. */
export class LoginDto {
  /** Compared without case. */
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  email?: string | null;

  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  password?: string | null;
}
