import { useClickOutside } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
} from 'react';
import { isSignedOut } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { useFailureText } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { LanguageButton } from './controls.tsx';
import { useOnNavigation } from './on-navigation.ts';
import { words } from './words.ts';

interface UserMenuProps {
  email: string;
  name: string | null;
  isOperator: boolean;
}

/** A button with a list of links below it, all of which can be reached with Tab. */
export function UserMenu({ email, name, isOperator }: UserMenuProps): ReactNode {
  const say = useWords(words);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const frame = useClickOutside<HTMLDivElement>(close);
  useOnNavigation(close);
  const failureText = useFailureText();

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    close();
    button.current?.focus();
  };
  // Not if nothing takes the focus: some browsers give none to what is clicked in the menu.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
  };
  const signOut = async () => {
    try {
      await callAtEntry('signOut');
    } catch (error) {
      // A session that was ended elsewhere is as good as signed out.
      if (!isSignedOut(error)) return toast.failure(failureText(error));
    }
    // A full page load: nothing of the last user stays in memory.
    window.location.assign('/app/sign-in');
  };
  return (
    <div className="shell-user" ref={frame} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-label={`${say.user}: ${name ?? email}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="user" size={22} />
      </button>
      {isOpen && (
        <div className="shell-user-menu">
          <p>{email}</p>
          <Link to="/user">{say.profile}</Link>
          {isOperator && <Link to="/operator/accounts">{say.operator}</Link>}
          <LanguageButton />
          <button type="button" onClick={() => void signOut()}>
            {say.signOut}
          </button>
        </div>
      )}
    </div>
  );
}
