import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdOf, IdParams, ListOf, NoContent, Nullable, PageQuery } from '../platform/schema.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { endInvitation, listInvitations } from './invitation-store.ts';
import { inviteMember } from './invite-member.ts';
import { readInvitation } from './read-invitation.ts';
import { Email, invitationView, InvitationView, RoleWord } from './view.ts';

const TAGS = ['Team'];

/** Inviting people to an account. */
export function registerInvitationRoutes(http: Http, app: App): void {
  http.get(
    '/invitations',
    {
      config: { action: 'team:read' },
      schema: {
        operationId: 'listInvitations',
        summary: 'List open invitations',
        description: 'Those that were neither accepted nor revoked; some may have expired.',
        tags: TAGS,
        querystring: Type.Object(PageQuery),
        response: { 200: ListOf(InvitationView) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'inv');
      const rows = await listInvitations(app.db, caller.environment.accountId, after, limit);
      return pageOf(rows, limit, invitationView);
    },
  );
  http.post(
    '/invitations',
    {
      config: {
        action: 'team:manage',
        stepUp: true,
        fields: [['email', 'invalid_email']],
        errors: ['invalid_email', 'already_member'],
      },
      schema: {
        operationId: 'inviteMember',
        summary: 'Invite somebody',
        description:
          'Sends a link that opens for seven days, once, for whoever signs in with this address. An earlier invitation to it ends.',
        tags: TAGS,
        body: Type.Object({ email: Email, role: RoleWord }, { title: 'InvitationOrder' }),
        response: { 201: InvitationView },
      },
    },
    async ({ body, caller, session }, reply) => {
      const invitation = await inviteMember(app, caller.environment.accountId, session, body);
      return reply.code(201).send(invitationView(invitation));
    },
  );
  registerRevocation(http, app);
}

function registerRevocation(http: Http, app: App): void {
  http.delete(
    '/invitations/:id',
    {
      config: { action: 'team:manage' },
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        description: 'Its link opens nothing any more.',
        tags: TAGS,
        params: IdParams('inv', 'The invitation.'),
        response: { 204: NoContent },
      },
    },
    async ({ params, caller }, reply) => {
      const id = getId('inv', params.id);
      const ended = await endInvitation(app.db, caller.environment.accountId, id);
      if (!ended) throw new ApiError('not_found');
      return reply.code(204).send(null);
    },
  );
}

const TokenBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'What stands behind `#` in the link of the mail.',
      examples: ['hWc0rSg9H1o3p0b5lZ2nXk3cGq8m1vTt7dJ4yQeUaBs'],
    }),
  },
  { title: 'InvitationToken' },
);

/** For invited people, independent of the account. */
export function registerInvitedRoutes(http: Http, app: App): void {
  http.post(
    '/invitations/read',
    {
      config: {
        open: 'Whoever has the link may see what it leads to.',
        errors: ['link_expired', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'readInvitation',
        summary: 'Read an invitation',
        description: 'What the link of an invitation leads to.',
        tags: TAGS,
        body: TokenBody,
        response: {
          200: Type.Object(
            {
              accountName: Nullable(
                Type.String({
                  maxLength: 80,
                  description: 'The name of the account.',
                  examples: ['Loja da Ana'],
                }),
              ),
              role: RoleWord,
              email: Email,
              invitedBy: Nullable(Email),
            },
            { title: 'InvitationShown' },
          ),
        },
      },
    },
    async ({ body }) => {
      const { accountName, role, email, invitedBy } = await readInvitation(app.db, body.token);
      return { accountName, role, email, invitedBy };
    },
  );
  registerAcceptance(http, app);
}

function registerAcceptance(http: Http, app: App): void {
  http.post(
    '/invitations/accept',
    {
      config: {
        signedIn: true,
        errors: ['link_expired', 'already_member', 'not_permitted'],
      },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description: 'Makes whoever is signed in a member, if the invitation is to their address.',
        tags: TAGS,
        body: TokenBody,
        response: {
          200: Type.Object(
            { accountId: IdOf('acc', 'The account joined.'), role: RoleWord },
            { title: 'InvitationAccepted' },
          ),
        },
      },
    },
    async ({ body, session, ip }) => acceptInvitation(app.db, session, body.token, ip),
  );
}
