import { Box } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { useMembership } from '../api/me.ts';
import type { Member } from '../api/operations.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { TeamFailure } from './team-failure.tsx';
import { useAccountAct } from './use-account.ts';
import { words } from './words.ts';

/** Ends somebody else's membership, or one's own. */
export function RemoveMember({
  member,
  onClose,
}: {
  member: Member;
  onClose: () => void;
}): ReactNode {
  const say = useWords(words).team;
  const navigate = useNavigate();
  const account = useMembership()?.accountName ?? say.unnamed;
  const remove = useAccountAct(
    async (accountId, id: string) => {
      await call('removeMember', { path: { accountId, id } });
      // Before anything of the account is requested again, which is then not ours any more.
      if (!member.isMe) return;
      await navigate({ to: '/user' });
      toast.success(say.left);
    },
    member.isMe ? [] : ['listMembers'],
  );
  const confirm = () =>
    remove.mutate(member.id, {
      onSuccess: () => {
        toast.success(say.removed);
        onClose();
      },
    });
  const title = member.isMe ? say.leaveTitle : say.removeTitle;
  return (
    <ConfirmDialog
      title={title}
      confirm={member.isMe ? say.leave : say.remove}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <RichText>
        {member.isMe
          ? say.leaveText({ account })
          : say.removeText({ name: member.name ?? member.email })}
      </RichText>
      {remove.error !== null && (
        <Box mt="sm">
          <TeamFailure error={remove.error} />
        </Box>
      )}
    </ConfirmDialog>
  );
}
