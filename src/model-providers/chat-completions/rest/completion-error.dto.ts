import { ApiProperty } from '@nestjs/swagger';

/** The error, in the form of OpenAI's API. */
export class CompletionErrorDetails {
  @ApiProperty({ type: String })
  message: string;

  @ApiProperty({ type: String, description: '`invalid_request_error` or `api_error`.' })
  type: string;

  @ApiProperty({ type: String, nullable: true, description: 'Always null.' })
  param: null;

  @ApiProperty({ enum: ['model_not_found', null], nullable: true })
  code: 'model_not_found' | null;
}

/** An error in the format of OpenAI. */
export class CompletionError {
  @ApiProperty({ type: CompletionErrorDetails })
  error: CompletionErrorDetails;
}
