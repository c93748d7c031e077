import { ActionIcon, Button, Paper } from '@mantine/core';
import { type FocusEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useWords } from '../words/use-words.ts';
import { Icon } from './icons.tsx';
import { topDialog } from './top-dialog.ts';
import { words } from './words.ts';

interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'failure' | 'notice';
  readonly text: string;
  readonly action: { label: string; run: () => void } | undefined;
  /** Undefined: until it is closed. */
  readonly durationMs: number | undefined;
}

interface ToastOptions {
  action?: { label: string; run: () => void };
  durationMs?: number;
  /** For periodic messages: not repeated while it is still shown. */
  once?: boolean;
}

const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let spoken = '';
let nextId = 1;

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function dismiss(id: number): void {
  shown = shown.filter((toast) => toast.id !== id);
  notifyListeners();
}

function show(kind: Toast['kind'], text: string, options: ToastOptions): void {
  const { action, durationMs, once = false } = options;
  const id = nextId++;
  // The same text may come with a different link.
  const others = shown.filter((toast) => toast.text !== text || toast.kind !== kind);
  if (once && others.length < shown.length) return;
  shown = [...others.slice(-3), { id, kind, text, action, durationMs }];
  notifyListeners();
}

/** Successes disappear by themselves; failures stay until they are closed. */
export const toast = {
  success: (text: string, options: ToastOptions = {}) =>
    show('success', text, { durationMs: 4_000, ...options }),
  notice: (text: string, options: ToastOptions = {}) =>
    show('notice', text, { durationMs: 8_000, ...options }),
  failure: (text: string, options: ToastOptions = {}) => show('failure', text, options),
};

/** Announces something to screen readers without showing it. */
export function announce(text: string): void {
  // A text is announced twice only if the region's content differs.
  spoken = spoken === text ? `${text}\u00a0` : text;
  notifyListeners();
}

/** From a dialog, which traps Tab, to the toasts over it. */
export function ToToasts(): ReactNode {
  const say = useWords(words);
  const areShown = useSyncExternalStore(subscribe, () => shown.length > 0);
  if (!areShown) return null;
  const go = () => document.querySelector<HTMLElement>('.ui-toasts button')?.focus();
  return (
    <div className="ui-to-toasts">
      <Button variant="default" size="compact-md" mt="xs" onClick={go}>
        {say.toNotifications}
      </Button>
    </div>
  );
}

/** And back, past what is under the dialog. */
function backToDialog({ currentTarget, relatedTarget: next }: FocusEvent): void {
  const dialog = topDialog();
  if (next === null || dialog === undefined || dialog.contains(next)) return;
  if (!currentTarget.contains(next)) dialog.focus();
}

/**
 * Mounted once: both live regions have to exist before anything is announced in them. With a role
 * of their own screen readers would name them while they are empty.
 */
export function Toasts(): ReactNode {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  const text = useSyncExternalStore(subscribe, () => spoken);
  const say = useWords(words);
  const isFailure = (toast: Toast) => toast.kind === 'failure';
  return (
    <section className="ui-toasts" aria-label={say.notifications} onBlur={backToDialog}>
      <div aria-live="polite">
        <span className="ui-unseen">{text}</span>
        {toasts
          .filter((toast) => !isFailure(toast))
          .map((toast) => (
            <Card key={toast.id} toast={toast} closeLabel={say.close} />
          ))}
      </div>
      <div aria-live="assertive">
        {toasts.filter(isFailure).map((toast) => (
          <Card key={toast.id} toast={toast} closeLabel={say.close} />
        ))}
      </div>
    </section>
  );
}

const LOOKS = {
  success: { icon: 'check', tone: 'ok' },
  notice: { icon: 'help', tone: 'info' },
  failure: { icon: 'alert', tone: 'danger' },
} as const;

/** A toast under the pointer or with the focus stays: somebody is about to press it. */
function useLeaving({ id, durationMs }: Toast) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  useEffect(() => {
    if (durationMs === undefined || isHeld) return;
    const timer = setTimeout(() => dismiss(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, isHeld]);
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
}

/** A group, so that it is one change of its region: of several Orca tells only the last. */
function Card({ toast, closeLabel }: { toast: Toast; closeLabel: string }): ReactNode {
  const { icon, tone } = LOOKS[toast.kind];
  const { action } = toast;
  const leaving = useLeaving(toast);
  return (
    <Paper role="group" className="ui-toast" data-tone={tone} shadow="md" withBorder {...leaving}>
      <Icon name={icon} />
      <span>{toast.text}</span>
      {action !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            dismiss(toast.id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={closeLabel}
        onClick={() => dismiss(toast.id)}
      >
        <Icon name="close" />
      </ActionIcon>
    </Paper>
  );
}
