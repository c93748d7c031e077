import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { readonly name: Name; readonly title: ReactNode }[];
  value: Name;
  onChange: (name: Name) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<Name extends string>(props: TabsProps<Name>): ReactNode {
  const { label, tabs, value, onChange, children } = props;
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex((tab) => tab.name === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className="ui-tabs" onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === value}
            aria-controls={`${id}-panel`}
            tabIndex={name === value ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
