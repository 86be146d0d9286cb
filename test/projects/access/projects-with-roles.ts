import {
  type Account,
  type AccountRole,
  bearer,
  cookieOf,
  type SecuredServer,
} from '../../support/accounts.js';
import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';

export type Role = 'VIEWER' | 'MEMBER' | 'MANAGER';

/** A project with one span. */
export interface Place {
  id: string;
  rowId: number;
  name: string;
  span: SpanRow;
}

export const SET_ROLE = `mutation ($input: SetProjectRoleInput!) {
  setProjectRole(input: $input) { project { viewerRole } } }`;
export const SET_PRIVACY = `mutation ($input: SetProjectPrivacyInput!) {
  setProjectPrivacy(input: $input) { project { isPrivate } } }`;
const ANNOTATE = `mutation ($spanId: ID!, $name: String!) {
  createSpanAnnotations(input: [{ spanId: $spanId, name: $name, annotatorKind: HUMAN,
    label: "good", metadata: {}, source: APP }]) { spanAnnotations { name } } }`;
export const CREATE_DATASET = `mutation ($input: CreateDatasetInput!) {
  createDataset(input: $input) { dataset { id project { id } } } }`;

export interface CreatedDataset {
  createDataset: { dataset: { id: string; project: { id: string } | null } };
}

let count = 0;

/** Projects, and people with roles in them. */
export function placesOn(server: () => SecuredServer) {
  const as = <T>(account: Account, query: string, variables: object = {}) =>
    server().gqlAs<T>(cookieOf(account), query, variables as Record<string, unknown>);
  const admin = <T>(query: string, variables: object = {}) =>
    as<T>(server().accounts.ADMIN, query, variables);

  async function aPlace(isPrivate: boolean): Promise<Place> {
    const project = await aProject(server(), { name: `place ${++count}` });
    const trace = await aTrace(server(), { project_id: project.id });
    const span = await aSpan(server(), { trace_id: trace.trace_id, project_id: project.id });
    const id = globalId('Project', project.id);
    if (isPrivate) await admin(SET_PRIVACY, { input: { projectId: id, isPrivate } });
    return { id, rowId: project.id, name: project.name, span };
  }

  async function anAccount(role: AccountRole, roles: [Place, Role][] = []): Promise<Account> {
    const account = await server().createAccount(role);
    for (const [{ id }, given] of roles) {
      const input = { projectId: id, userId: globalId('User', account.userId), role: given };
      const { errors } = await admin(SET_ROLE, { input });
      if (errors) throw new Error(errors[0]?.message);
    }
    return account;
  }

  /** Returns the rights of somebody in a project: to read it, write in it, manage it. */
  async function rights(account: Account, { id, span }: Place): Promise<string> {
    const read = await server().request.get(`/v1/projects/${id}`).set(bearer(account.key));
    const write = await as(account, ANNOTATE, {
      spanId: globalId('Span', span.id),
      name: `by ${account.username}`,
    });
    const manage = await server()
      .request.put(`/v1/projects/${id}`)
      .set(bearer(account.key))
      .send({ description: 'changed' });
    return [
      read.status === 200 ? 'reads' : read.status,
      write.errors ? 'no writing' : 'writes',
      manage.status === 200 ? 'manages' : 'no managing',
    ].join(', ');
  }

  return { as, admin, aPlace, anAccount, rights };
}
