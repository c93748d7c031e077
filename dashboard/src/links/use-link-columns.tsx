import { ActionIcon, type ActionIconProps, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hrefOf } from '../api/call.ts';
import type { PaymentLink } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { paymentsOf } from '../deposits/query.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icons.tsx';
import type { Column } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { OutsideButton, OutsideIcon } from '../ui/outside-link.tsx';
import { Tag } from '../ui/status.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { count } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { LinkSwitch } from './link-switch.tsx';
import style from './links.module.css';
import { whatsappHref } from './share.ts';
import { words } from './words.ts';

interface Acts {
  mayChange: boolean;
  onChanged: (id: string) => void;
  onChange: (link: PaymentLink) => void;
  onRemove: (link: PaymentLink) => void;
}

export function useLinkColumns(acts: Acts): Column<PaymentLink>[] {
  const say = useWords(words);
  return [
    {
      name: 'title',
      title: say.name,
      cell: (link) => <span className="ui-typed">{link.title}</span>,
    },
    {
      name: 'amount',
      title: say.amount,
      end: true,
      cell: ({ amountCents }) =>
        amountCents === null ? (
          <Text span size="sm" c="dimmed" className="ui-figures">
            {say.open}
          </Text>
        ) : (
          <Money cents={amountCents} />
        ),
    },
    { name: 'paid', title: say.paid, end: true, cell: (link) => <Payments link={link} /> },
    {
      name: 'received',
      title: say.received,
      end: true,
      cell: ({ receivedCents }) => <Money cents={receivedCents} />,
    },
    {
      name: 'active',
      title: say.active,
      cell: (link) =>
        acts.mayChange ? (
          <LinkSwitch link={link} onChanged={acts.onChanged} />
        ) : (
          <State isActive={link.active} />
        ),
    },
    {
      name: 'actions',
      title: say.actions,
      end: true,
      cell: (link) => <Tools link={link} {...acts} />,
    },
  ];
}

function State({ isActive }: { isActive: boolean }): ReactNode {
  const say = useWords(words);
  return (
    <Tag tone={isActive ? 'ok' : 'neutral'} icon={isActive ? 'check' : 'close'}>
      {isActive ? say.on : say.off}
    </Tag>
  );
}

function Payments({ link }: { link: PaymentLink }): ReactNode {
  const say = useWords(words);
  const tenant = useTenant();
  const shown = count(link.paymentsCount, useLanguage());
  if (link.paymentsCount === 0) return shown;
  return (
    <Link
      to="/$accountId/$mode/deposits"
      params={tenant}
      search={paymentsOf(link.id)}
      aria-label={`${shown}: ${say.paidOf({ title: link.title })}`}
    >
      {shown}
    </Link>
  );
}

const LOOK = { variant: 'subtle', color: 'gray', size: 'lg' } as const satisfies ActionIconProps;

function Tools({ link, mayChange, onChange, onRemove }: Acts & { link: PaymentLink }): ReactNode {
  const say = useWords(words);
  const tenant = useTenant();
  const isWide = useIsWide();
  const { title, slug } = link;
  const named = (name: string) => ({ ...LOOK, 'aria-label': name, title: name });
  return (
    <Group gap={4} className={style['tools'] ?? ''}>
      {isWide ? <ShareIcons link={link} /> : <ShareButtons link={link} />}
      <OutsideIcon href={link.url} icon="external" label={say.visitOf({ title })} {...LOOK} />
      <ActionIcon
        component="a"
        href={hrefOf('getPaymentLinkQr', { path: { ...tenant, id: link.id } })}
        download={`qr-${slug}.png`}
        {...named(say.qrOf({ title }))}
      >
        <Icon name="download" />
      </ActionIcon>
      {mayChange && (
        <>
          <ActionIcon {...named(say.changeOf({ title }))} onClick={() => onChange(link)}>
            <Icon name="edit" />
          </ActionIcon>
          <ActionIcon
            {...named(say.removeOf({ title }))}
            color="red"
            onClick={() => onRemove(link)}
          >
            <Icon name="trash" />
          </ActionIcon>
        </>
      )}
    </Group>
  );
}

function ShareIcons({ link }: { link: PaymentLink }): ReactNode {
  const say = useWords(words);
  const { title } = link;
  const whatsapp = whatsappHref(link, useLanguage());
  return (
    <>
      <CopyButton value={link.url} label={say.addressOf({ title })} compact size={LOOK.size} />
      <OutsideIcon href={whatsapp} icon="send" label={say.whatsappOf({ title })} {...LOOK} />
    </>
  );
}

/** What a link is for, in words: on a phone nothing points at an icon to learn its name. */
function ShareButtons({ link }: { link: PaymentLink }): ReactNode {
  const say = useWords(words);
  const { title } = link;
  const whatsapp = whatsappHref(link, useLanguage());
  return (
    <div className={style['share']}>
      <CopyButton
        value={link.url}
        label={say.made.copy}
        name={say.copyOf({ title })}
        variant="light"
      />
      <OutsideButton href={whatsapp} icon="send" name={say.whatsappOf({ title })}>
        {say.whatsapp}
      </OutsideButton>
    </div>
  );
}
