import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { identifyBy, onNotPermitted, onSignedOut, onStepUpRequired } from '../api/call.ts';
import { meQuery } from '../api/me.ts';
import { queryClient } from '../api/query.ts';
import { onIgnoredFilter } from '../ui/search-reader.ts';
import { StepUpDialog } from '../ui/step-up.ts';
import { toast } from '../ui/toast.tsx';
import { holdsUnsaved } from '../ui/unsaved.ts';
import { words as uiWords } from '../ui/words.ts';
import { getLanguage } from '../words/language.ts';
import { router } from './routes.ts';
import { words } from './words.ts';

type Answer = (confirmed: boolean) => void;

/** Whether a redirect is already under way: concurrent calls are refused together. */
let isLeaving = false;

identifyBy(() => queryClient.getQueryData(meQuery.queryKey)?.user.id);

onSignedOut(() => {
  // Somebody who was never signed in is redirected by the route, which waits for this response.
  if (isLeaving || queryClient.getQueryData(meQuery.queryKey) === undefined) return;
  if (holdsUnsaved()) return explainSignIn();
  isLeaving = true;
  void leadToSignIn().finally(() => {
    // Only now: a page that is still shown would ask who is signed in, and break on the response.
    queryClient.clear();
    isLeaving = false;
  });
});

/** Signing in again in another tab signs in this one, too: nothing is lost then. */
function explainSignIn(): void {
  const { ended, signIn } = words[getLanguage()];
  const run = () => void window.open('/app/sign-in', '_blank', 'noopener');
  toast.failure(ended, { action: { label: signIn, run }, once: true });
}

async function leadToSignIn(): Promise<void> {
  const { pathname, searchStr } = router.state.location;
  if (pathname === '/sign-in') return;
  await router.navigate({
    to: '/sign-in',
    search: { next: `/app${pathname}${searchStr}` },
    state: { hasSessionEnded: true },
  });
}

onNotPermitted(() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }));
onIgnoredFilter(() => toast.notice(uiWords[getLanguage()].filter.ignored));

/** Handles calls that need step-up; several of them wait for one answer. */
export function SessionGuard(): ReactNode {
  const [waiting, setWaiting] = useState<readonly Answer[]>([]);

  useEffect(() => {
    const ask = () =>
      new Promise<boolean>((resolve) => setWaiting((answers) => [...answers, resolve]));
    onStepUpRequired(ask, () => router.state.location.pathname);
  }, []);
  const done = (confirmed: boolean) => {
    setWaiting((answers) => answers.filter((answer) => !waiting.includes(answer)));
    for (const answer of waiting) answer(confirmed);
  };
  const leave = useEffectEvent(() => done(false));
  useEffect(
    // Leaving a page abandons what was begun there.
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leave()),
    [],
  );

  return waiting.length > 0 && <StepUpDialog onDone={done} />;
}
