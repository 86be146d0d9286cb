import {
  Args,
  Context,
  Int,
  Mutation,
  Parent,
  Query,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { requireRowIds } from '../../kernel/ids/global-id.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { offsetConnection } from '../../kernel/pagination/offset-page.js';
import { Project, ProjectConnection } from '../../projects/graphql/project.type.js';
import { PROJECT_TYPE } from '../../projects/projects.service.js';
import { ExpiryPreviewService } from '../../tracing/expiry/expiry-preview.service.js';
import { RETENTION_POLICY_TYPE, RetentionPoliciesService } from '../retention-policies.service.js';
import { RetentionRunsService } from '../retention-runs.service.js';
import {
  CreateProjectTraceRetentionPolicyInput,
  DeleteProjectTraceRetentionPolicyInput,
  PatchProjectTraceRetentionPolicyInput,
  RetentionPageArgs,
  RetentionPreviewArgs,
  RunProjectTraceRetentionPolicyInput,
  toKeeps,
  toLimits,
  toRetentionPage,
  toRule,
} from './retention-policy.inputs.js';
import {
  ProjectTraceRetentionPolicy,
  ProjectTraceRetentionPolicyConnection,
  ProjectTraceRetentionPolicyMutationPayload,
  RetentionPreview,
  RetentionRun,
  toRetentionPolicy,
  toRetentionRun,
} from './retention-policy.type.js';
import { RetentionLoaders } from './retention.loader.js';

const NO_LIMITS = { maxBytes: null, maxTextDays: null };

/** Adds the policy to the fields of a project. */
@Resolver(() => Project)
export class PolicyOfProjectResolver {
  constructor(private readonly loaded: RetentionLoaders) {}

  @ResolveField(() => ProjectTraceRetentionPolicy, {
    description: 'The retention policy that it follows: its own, or the default one.',
  })
  async traceRetentionPolicy(
    @Parent() { rowId }: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ProjectTraceRetentionPolicy> {
    return toRetentionPolicy(await loaders.of(this.loaded.ofProject).load(rowId));
  }
}

@Resolver(() => ProjectTraceRetentionPolicy)
export class RetentionPoliciesResolver {
  constructor(
    private readonly policies: RetentionPoliciesService,
    private readonly runs: RetentionRunsService,
    private readonly expiry: ExpiryPreviewService,
    private readonly loaded: RetentionLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(RETENTION_POLICY_TYPE, (id, { loaders }) => loaders.of(loaded.byId).load(id));
  }

  @Query(() => ProjectTraceRetentionPolicy, {
    description: 'The retention policy that projects without one of their own follow.',
  })
  @Access('VIEWER')
  async defaultProjectTraceRetentionPolicy(): Promise<ProjectTraceRetentionPolicy> {
    return toRetentionPolicy(await this.policies.findDefault());
  }

  @Query(() => ProjectTraceRetentionPolicyConnection, {
    description: 'Retention policies: the default one first, then the others by name.',
  })
  @Access('VIEWER')
  projectTraceRetentionPolicies(
    @Args() page: RetentionPageArgs,
  ): Promise<Connection<ProjectTraceRetentionPolicy>> {
    const list = {
      slice: (slice: { offset: number; limit: number }) => this.policies.listSlice(slice),
      count: () => this.policies.count(),
    };
    return offsetConnection(toRetentionPage(page), list, toRetentionPolicy);
  }

  @Query(() => RetentionPreview, {
    description: 'Counts what a rule would delete in projects now. Deletes nothing.',
  })
  @Access('VIEWER')
  async retentionPreview(@Args() args: RetentionPreviewArgs): Promise<RetentionPreview> {
    const { rule, keeps, projects, policyId } = args;
    const ids = new Set(requireRowIds(projects ?? [], PROJECT_TYPE));
    if (policyId) {
      const policy = await this.policies.get(policyId);
      const [projectIds = []] = await this.policies.listProjectIds([policy.id]);
      for (const id of projectIds) ids.add(id);
    }
    return this.expiry.count([...ids], {
      ...NO_LIMITS,
      ...toRule(rule),
      ...toLimits(args),
      keeps: toKeeps(keeps),
    });
  }

  @ResolveField(() => ProjectConnection, {
    description: 'The projects that follow it, oldest first.',
  })
  projects(
    @Parent() { rowId: policyId }: ProjectTraceRetentionPolicy,
    @Args() page: RetentionPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Project>> {
    const list = {
      slice: async (slice: { offset: number; limit: number }) => {
        const ids = await loaders.of(this.loaded.projectIds).load({ policyId, ...slice });
        const found = await Promise.all(ids.map((id) => loaders.of(this.loaded.projects).load(id)));
        return found.filter((project) => project !== null);
      },
      count: () => loaders.of(this.loaded.projectCount).load(policyId),
    };
    return offsetConnection(toRetentionPage(page), list, (project) => project);
  }

  @ResolveField(() => Int, { description: 'Number of projects that follow it.' })
  projectCount(
    @Parent() { rowId }: ProjectTraceRetentionPolicy,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.loaded.projectCount).load(rowId);
  }

  @ResolveField(() => RetentionRun, {
    nullable: true,
    description:
      'Its last run, with progress while it runs; null if it has not run, or if a project that you cannot see follows it.',
  })
  async lastRun(
    @Parent() { rowId }: ProjectTraceRetentionPolicy,
    @Context() { loaders }: GraphqlContext,
  ): Promise<RetentionRun | null> {
    const run = await loaders.of(this.loaded.lastRun).load(rowId);
    return run && toRetentionRun(run);
  }

  @Mutation(() => ProjectTraceRetentionPolicyMutationPayload, {
    description: 'Creates a retention policy.',
  })
  @Access('ADMIN', 'while storage is full too')
  async createProjectTraceRetentionPolicy(
    @Args('input') input: CreateProjectTraceRetentionPolicyInput,
    @Caller() caller: Identity,
  ): Promise<ProjectTraceRetentionPolicyMutationPayload> {
    const { name, cronExpression, rule, keeps, addProjects } = input;
    const content = {
      ...NO_LIMITS,
      ...toLimits(input),
      ...toRule(rule),
      name,
      cronExpression,
      keeps: toKeeps(keeps ?? []),
    };
    const policy = await this.policies.create(content, addProjects ?? [], caller);
    return { node: toRetentionPolicy(policy), query: {} };
  }

  @Mutation(() => ProjectTraceRetentionPolicyMutationPayload, {
    description: 'Changes a retention policy, and which projects follow it.',
  })
  @Access('ADMIN', 'while storage is full too')
  async patchProjectTraceRetentionPolicy(
    @Args('input') input: PatchProjectTraceRetentionPolicyInput,
    @Caller() caller: Identity,
  ): Promise<ProjectTraceRetentionPolicyMutationPayload> {
    const { id, name, cronExpression, rule, keeps, addProjects, removeProjects } = input;
    const changes = {
      ...(name && { name }),
      ...(cronExpression && { cronExpression }),
      ...(rule && toRule(rule)),
      ...toLimits(input),
      ...(keeps && { keeps: toKeeps(keeps) }),
    };
    const projects = { added: addProjects ?? [], removed: removeProjects ?? [] };
    const policy = await this.policies.patch(id, changes, projects, caller);
    return { node: toRetentionPolicy(policy), query: {} };
  }

  @Mutation(() => ProjectTraceRetentionPolicyMutationPayload, {
    description: 'Deletes a retention policy. Its projects follow the default one then.',
  })
  @Access('ADMIN', 'while storage is full too')
  async deleteProjectTraceRetentionPolicy(
    @Args('input') { id }: DeleteProjectTraceRetentionPolicyInput,
    @Caller() caller: Identity,
  ): Promise<ProjectTraceRetentionPolicyMutationPayload> {
    return { node: toRetentionPolicy(await this.policies.delete(id, caller)), query: {} };
  }

  @Mutation(() => ProjectTraceRetentionPolicyMutationPayload, {
    description: 'Runs a retention policy now, unless it is running. Its schedule stays.',
  })
  @Access('ADMIN', 'while storage is full too')
  async runProjectTraceRetentionPolicy(
    @Args('input') { id }: RunProjectTraceRetentionPolicyInput,
  ): Promise<ProjectTraceRetentionPolicyMutationPayload> {
    const policy = await this.policies.get(id);
    await this.runs.startNow(policy.id);
    return { node: toRetentionPolicy(policy), query: {} };
  }
}
