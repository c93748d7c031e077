import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams, ListOf, NoContent, PageQuery } from '../platform/schema.ts';
import { changeMember } from './change-member.ts';
import { registerInvitationRoutes } from './invitation-routes.ts';
import { isAllowed } from './member.ts';
import { removeMember } from './remove-member.ts';
import { listMembers } from './store.ts';
import { memberView, MemberView, RoleWord } from './view.ts';

const TAGS = ['Team'];
const PARAMS = IdParams('usr', 'The member.');

/** The members of an account, for both modes; under the account's path. */
export function registerMemberRoutes(http: Http, app: App): void {
  http.get(
    '/members',
    {
      config: { action: 'team:read' },
      schema: {
        operationId: 'listMembers',
        summary: 'List the members',
        description: 'Everybody who belongs to the account, and as what.',
        tags: TAGS,
        querystring: Type.Object(PageQuery),
        response: { 200: ListOf(MemberView) },
      },
    },
    async ({ query, caller, session }) => {
      const { limit, after } = readPage(query, 'usr');
      const rows = await listMembers(app.db, caller.environment.accountId, after, limit);
      return pageOf(rows, limit, (member) => memberView(member, member.id === session.userId));
    },
  );
  http.patch(
    '/members/:id',
    {
      config: { action: 'team:manage', stepUp: true, errors: ['last_owner'] },
      schema: {
        operationId: 'changeMember',
        summary: 'Change what a member is',
        description: 'Nobody gives or takes a role above their own, and one owner always stays.',
        tags: TAGS,
        params: PARAMS,
        body: Type.Object({ role: RoleWord }, { title: 'MemberChange' }),
        response: { 200: MemberView },
      },
    },
    async ({ params, body, caller, session }) => {
      const id = getId('usr', params.id);
      const { accountId } = caller.environment;
      const member = await changeMember(app.db, accountId, session.userId, id, body.role);
      return memberView(member, id === session.userId);
    },
  );
  registerRemoval(http, app);
  registerInvitationRoutes(http, app);
}

function registerRemoval(http: Http, app: App): void {
  http.delete(
    '/members/:id',
    {
      config: { scope: 'any', stepUp: true, errors: ['last_owner'] },
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member, or leave',
        description:
          'Ends what a member may do, at once. Whoever may not manage the team can still leave it; the keys that they made stay.',
        tags: TAGS,
        params: PARAMS,
        response: { 204: NoContent },
      },
    },
    async ({ params, caller, session, role, method }, reply) => {
      const id = getId('usr', params.id);
      const leaves = id === session.userId;
      if (!leaves && !isAllowed(role, 'team:manage', method)) throw new ApiError('not_permitted');
      await removeMember(app.db, caller.environment.accountId, session.userId, id);
      return reply.code(204).send(null);
    },
  );
}
