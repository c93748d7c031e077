import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';

/** Holds content that may be wider than the page; keyboard-scrollable if it overflows. */
export function SideScroll({
  label,
  ...frame
}: ComponentProps<'div'> & { label: string }): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current: element } = ref;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setScrolls(element.scrollWidth > element.clientWidth),
    );
    for (const sized of [element, ...element.children]) observer.observe(sized);
    return () => observer.disconnect();
  });
  const group = scrolls && { tabIndex: 0, role: 'group', 'aria-label': label };
  return <div ref={ref} {...frame} {...group} />;
}
