import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { hrefOf } from '../api/call.ts';
import type { PaymentLink, PaymentLinkOrder } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { OutsideButton } from '../ui/outside-link.tsx';
import { announce } from '../ui/toast.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { LinkForm } from './link-form.tsx';
import style from './links.module.css';
import { whatsappHref } from './share.ts';
import { words } from './words.ts';

interface NewLinkProps {
  onMade: (id: string) => void;
  onClose: () => void;
}

/** Mounted only while open. */
export function NewLink({ onMade, onClose }: NewLinkProps): ReactNode {
  const say = useWords(words);
  const call = useTenantCall();
  const [isBegun, setBegun] = useState(false);
  const create = useAct(
    (body: PaymentLinkOrder) => call('createPaymentLink', { body }),
    ['listPaymentLinks'],
  );
  const made = create.data;
  const submit = (order: PaymentLinkOrder) =>
    create.mutate(order, {
      onSuccess: ({ id }) => {
        // The focus is about to pass the title that says so.
        announce(say.made.title);
        onMade(id);
      },
    });
  return (
    <Dialog
      size={made === undefined ? 'xl' : 'md'}
      title={made === undefined ? say.add : say.made.title}
      askBeforeClose={made === undefined && isBegun ? say.form.lose : undefined}
      onClose={onClose}
    >
      {made === undefined ? (
        <LinkForm
          isBusy={create.isPending}
          error={create.error}
          onChange={setBegun}
          onSubmit={submit}
        />
      ) : (
        <MadeLink link={made} onDone={onClose} />
      )}
    </Dialog>
  );
}

function MadeLink({ link, onDone }: { link: PaymentLink; onDone: () => void }): ReactNode {
  const say = useWords(words).made;
  const tenant = useTenant();
  const language = useLanguage();
  const qr = hrefOf('getPaymentLinkQr', { path: { ...tenant, id: link.id } });
  const first = useFocusOnMount<HTMLParagraphElement>();
  return (
    <Stack>
      <Text ref={first} tabIndex={-1} className="ui-heading" fw={600}>
        {link.title}
      </Text>
      <Text className="ui-mono" size="sm">
        {link.url}
      </Text>
      <CopyButton value={link.url} label={say.copy} variant="filled" />
      <Group grow preventGrowOverflow={false} gap="sm">
        <OutsideButton href={whatsappHref(link, language)} icon="send">
          {say.whatsapp}
        </OutsideButton>
        <OutsideButton href={link.url} icon="external">
          {say.visit}
        </OutsideButton>
      </Group>
      {/* Its address is written above it. */}
      <img src={qr} alt="" width={240} height={240} className={style['qr']} />
      <Group grow preventGrowOverflow={false} gap="sm">
        <Button
          component="a"
          variant="default"
          href={qr}
          download={`qr-${link.slug}.png`}
          leftSection={<Icon name="download" />}
        >
          {say.qr}
        </Button>
        <Button onClick={onDone}>{say.done}</Button>
      </Group>
    </Stack>
  );
}
