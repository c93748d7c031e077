import { Button } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useMatches } from '@tanstack/react-router';
import { type PropsWithChildren, type ReactElement, type ReactNode, useEffect } from 'react';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Page } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** Wraps all screens: keeps the static page's loading text until the first screen renders. */
export function Started({ children }: PropsWithChildren): ReactElement {
  const say = useWords(words);
  const isStarting = useMatches({ select: (matches) => matches.length === 0 });
  return (
    <>
      {isStarting && (
        <div className="starting">
          <p>{say.starting}</p>
          <p className="starting-late">{say.startingLate}</p>
        </div>
      )}
      {children}
    </>
  );
}

export function NotFound(): ReactNode {
  const say = useWords(words);
  return (
    <Page title={say.notFound}>
      <Empty icon="search" action={<Link to="/">{say.toStart}</Link>}>
        {say.notFoundText}
      </Empty>
    </Page>
  );
}

export function NoAccount(): ReactNode {
  const say = useWords(words);
  return (
    <Alone>
      <Page title={say.noAccount}>
        <Empty icon="users" action={<Link to="/user">{say.profile}</Link>}>
          {say.noAccountText}
        </Empty>
      </Page>
    </Alone>
  );
}

/** A page whose code did not load, or that crashed. */
export function RouteFailed({ error }: ErrorComponentProps): ReactNode {
  const say = useWords(words);
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && reload()), []);
  return (
    <Page title={say.broken}>
      <Failure error={error} retry={reload} />
      {/* A full page load, since the server may have a newer build by now. */}
      <Button mt="md" variant="subtle" component="a" href={import.meta.env.BASE_URL}>
        {say.toStart}
      </Button>
    </Page>
  );
}

/** The router caches a failed import for as long as the page lives. */
function reload(): void {
  window.location.reload();
}

/** Where there is no shell around it. */
export function NotFoundAlone(): ReactNode {
  return (
    <Alone>
      <NotFound />
    </Alone>
  );
}

export function FailedAlone(props: ErrorComponentProps): ReactNode {
  return (
    <Alone>
      <RouteFailed {...props} />
    </Alone>
  );
}

function Alone({ children }: PropsWithChildren): ReactNode {
  return <main className="shell-alone">{children}</main>;
}
