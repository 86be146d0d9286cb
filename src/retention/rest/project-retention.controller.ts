import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { PROJECT_TYPE } from '../../projects/projects.service.js';
import { RETENTION_POLICY_TYPE, RetentionPoliciesService } from '../retention-policies.service.js';
import { ProjectRetentionAnswer } from './project-retention.dto.js';

const retentionBody = z
  .object({
    policy_id: z
      .string()
      .nullable()
      .describe(
        'Global ID of a retention policy. If it is null or the ID of the default policy, the project follows the default policy.',
      ),
  })
  .meta({ id: 'UpdateProjectRetentionRequest', description: 'The retention policy of a project.' });

@ApiTags('projects')
@Controller('v1/projects/:project_identifier/retention')
export class ProjectRetentionController {
  constructor(private readonly policies: RetentionPoliciesService) {}

  /** Lets a project follow a retention policy. */
  @Patch()
  @Access('ADMIN', 'by project role', 'while storage is full too')
  @ApiOkResponse({ type: ProjectRetentionAnswer })
  @ApiTextErrors({ 404: 'No project has this global ID or name, or the policy does not exist.' })
  @ApiInvalidRequest()
  async update(
    @Param('project_identifier') identifier: string,
    @Body({ schema: retentionBody }) { policy_id }: z.output<typeof retentionBody>,
  ): Promise<ProjectRetentionAnswer> {
    const { projectId, policyId } = await this.policies.assign(identifier, policy_id);
    return {
      data: {
        project_id: toGlobalId(PROJECT_TYPE, projectId),
        policy_id: policyId === null ? null : toGlobalId(RETENTION_POLICY_TYPE, policyId),
      },
    };
  }
}
