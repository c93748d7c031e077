import { ActionIcon, AppShell } from '@mantine/core';
import { useDisclosure, useElementSize, useViewportSize } from '@mantine/hooks';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useMe, useMembership } from '../api/me.ts';
import { useLive } from '../live/use-live.ts';
import { Panel } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { useAhead } from '../ui/load-ahead.tsx';
import { StepUpDialog } from '../ui/step-up.ts';
import { useWords } from '../words/use-words.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Brand, ThemeButton } from './controls.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { useOnNavigation } from './on-navigation.ts';
import { Search } from './search.tsx';
import { SideMenu } from './side-menu.tsx';
import { useFieldInSight } from './use-field-in-sight.ts';
import { useRoleChange } from './use-role-change.ts';
import { UserMenu } from './user-menu.tsx';
import { words } from './words.ts';

/** What surrounds every page for a signed-in user. */
export function Shell(): ReactNode {
  const say = useWords(words);
  useLive();
  const { accountId, mode } = useParams({ strict: false });
  const { pathname } = useLocation();
  const [menuOpened, menu] = useDisclosure();
  // Otherwise the bar would offer only the menu, which the header opens too.
  const hasShortcuts = accountId !== undefined;
  const isTest = accountId !== undefined && mode !== 'live';
  // Large text makes them taller, and the page has to begin and end where they do.
  const { ref: headerRef, height: headerHeight } = useElementSize();
  const { ref: footerRef, height: footerHeight } = useElementSize();
  const isHigh = headerHeight * 4 > useViewportSize().height;
  useOnNavigation(menu.close);
  useFieldInSight(headerHeight, footerHeight);

  return (
    <>
      <a href="#content" className="shell-skip" onClick={skip}>
        {say.skip}
      </a>
      <AppShell
        header={{ height: inPixels(headerHeight || (isTest ? 88 : 60)) }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !menuOpened } }}
        footer={{ height: { base: inPixels(hasShortcuts ? footerHeight || 60 : 0), sm: 0 } }}
        padding="md"
        transitionDuration={0}
      >
        <AppShell.Header className="shell-header" data-high={isHigh || undefined}>
          <div ref={headerRef}>
            {isTest && <div className="shell-strip">{say.testStrip}</div>}
            <Bar toggleMenu={menu.toggle} menuOpened={menuOpened} />
          </div>
        </AppShell.Header>
        <AppShell.Navbar
          p="sm"
          aria-label={say.mainMenu}
          className="shell-side"
          data-operator={isOperator(pathname)}
          data-opened={menuOpened}
        >
          <div className="shell-narrow">
            <AccountSwitcher />
            <Tools />
          </div>
          <SideMenu />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <div className="shell-content">
            <Outlet />
          </div>
        </AppShell.Main>
        {hasShortcuts && (
          <AppShell.Footer hiddenFrom="sm">
            <div ref={footerRef}>
              <BottomBar accountId={accountId} openMenu={menu.toggle} menuOpened={menuOpened} />
            </div>
          </AppShell.Footer>
        )}
      </AppShell>
    </>
  );
}

/** A filled form could not be sent without them, and is lost when the page is loaded anew. */
function loadDialogs(): void {
  Panel.ahead();
  StepUpDialog.ahead();
}

/** Without changing the address: a page that asks before it is left would take that for leaving. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function Bar({ toggleMenu, menuOpened }: { toggleMenu: () => void; menuOpened: boolean }) {
  const say = useWords(words);
  const { accountId } = useParams({ strict: false });
  const { user } = useMe();
  const shop = useMembership()?.accountName;
  useAhead(loadDialogs);
  useRoleChange();
  return (
    <>
      <strong className="ui-on-paper">{shop}</strong>
      <div className="shell-bar">
        <ActionIcon
          hiddenFrom="sm"
          size="lg"
          variant="subtle"
          color="gray"
          aria-label={say.menu}
          aria-expanded={menuOpened}
          onClick={toggleMenu}
        >
          <Icon name={menuOpened ? 'close' : 'menu'} />
        </ActionIcon>
        <Brand />
        <AccountSwitcher />
        <span className="shell-space" />
        {accountId !== undefined && <Search />}
        {accountId !== undefined && <ModeSwitch />}
        <Tools />
        <UserMenu email={user.email} name={user.name} isOperator={user.isOperator} />
      </div>
    </>
  );
}

function Tools(): ReactNode {
  const say = useWords(words);
  const { accountId, mode = 'test' } = useParams({ strict: false });
  return (
    <span className="shell-wide">
      {accountId !== undefined && (
        <Link to="/$accountId/$mode/help" params={{ accountId, mode }}>
          <Icon name="help" size={22} />
          <span className="ui-unseen">{say.help}</span>
        </Link>
      )}
      <ThemeButton />
    </span>
  );
}

/** Mantine would scale a bare number with the text size. */
function inPixels(height: number): string {
  return `calc(${height}px)`;
}

function isOperator(pathname: string): boolean {
  return pathname.startsWith('/operator');
}
