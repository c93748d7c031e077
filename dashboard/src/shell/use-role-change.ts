import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMembership } from '../api/me.ts';
import { words as memberWords } from '../members/words.ts';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/**
 * Says that somebody else changed what this person may do here: buttons, and forms being filled in,
 * go without a word. Whoever was removed leaves the account's page, too.
 */
export function useRoleChange(): void {
  const say = useWords(words);
  const { names } = useWords(memberWords);
  const router = useRouter();
  const { accountId } = useParams({ strict: false });
  const role = useMembership()?.role;
  const last = useRef({ accountId, role });

  useEffect(() => {
    const before = last.current;
    last.current = { accountId, role };
    if (before.accountId !== accountId || before.role === undefined) return;
    if (role === undefined) {
      toast.failure(say.removed);
      void router.invalidate();
    } else if (role !== before.role) toast.notice(say.roleChanged({ role: names[role] }));
  }, [accountId, role, router, say, names]);
}
