import { Button } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useMatches, useRouterState } from '@tanstack/react-router';
import {
  type CSSProperties,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Page } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** Most pages come sooner, and what flashes only disturbs. */
const GOING_MS = 500;

/** Wraps all screens: keeps the static page's loading text until the first screen renders. */
export function Started({ children }: PropsWithChildren): ReactElement {
  const isStarting = useMatches({ select: (matches) => matches.length === 0 });
  return (
    <>
      {isStarting ? <Starting /> : <Going />}
      {children}
    </>
  );
}

/** Goes on where the static page was, whose text would vanish for a moment otherwise. */
function Starting(): ReactNode {
  const say = useWords(words);
  const [waited] = useState(() => `${Math.round(performance.now())}ms`);
  // The type does not know custom properties.
  const style = { '--waited': waited } as CSSProperties;
  return (
    <div className="starting" role="status" style={style}>
      <p>{say.starting}</p>
      <p className="starting-late">{say.startingLate}</p>
    </div>
  );
}

/** The old page stays until the next one has loaded, so something has to say that it will. */
function Going(): ReactNode {
  const { starting } = useWords(words);
  const isGoing = useRouterState({ select: ({ isLoading }) => isLoading });
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isGoing) return;
    const timer = setTimeout(() => setShown(true), GOING_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isGoing]);
  return (
    <div aria-live="polite" className={isShown ? 'going' : undefined}>
      {isShown && starting}
    </div>
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
