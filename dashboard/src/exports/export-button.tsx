import { Alert, Button, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { beginFile, hrefOf } from '../api/call.ts';
import { useNow } from '../api/use-now.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { followDownload } from '../ui/save-file.ts';
import { toast } from '../ui/toast.tsx';
import { languageTag, useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { isTooLong, lastMonths, spanOf } from './months.ts';
import { words } from './words.ts';

interface ExportProps {
  operation: 'exportDeposits' | 'exportWithdrawals' | 'exportTransactions';
  /** The filters of the list. */
  query: { from?: string | undefined; to?: string | undefined };
  /** Choose a month, instead of the list's own period. */
  byMonth?: boolean;
}

export function ExportButton(props: ExportProps): ReactNode {
  const say = useWords(words);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        onClick={() => setOpen(true)}
      >
        {say.button}
      </Button>
      {isOpen && (
        <Dialog title={say.button} onClose={() => setOpen(false)}>
          <Choice {...props} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Choice({
  operation,
  query,
  byMonth = false,
  onDone,
}: ExportProps & { onDone: () => void }) {
  const say = useWords(words);
  const language = useLanguage();
  const path = useTenant();
  const months = lastMonths(useNow());
  const [month, setMonth] = useState(months[0] ?? '');
  const [format, setFormat] = useState<string>(language === 'pt' ? 'excel' : 'excel-en');
  const selection = byMonth ? { ...query, ...spanOf(month) } : query;
  const begun = useOneAct(async () => {
    const options = { path, query: { ...selection, format, language } };
    await beginFile(operation, options);
    followDownload(hrefOf(operation, options));
    toast.success(say.started);
    onDone();
  });
  if (isTooLong(selection.from, selection.to)) {
    return <Alert color="red" variant="outline" icon={<Icon name="alert" />} title={say.tooLong} />;
  }
  return (
    <Stack>
      <Text>{byMonth ? say.aboutMonth : say.about}</Text>
      {byMonth && (
        <NativeSelect
          label={say.month}
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
          data={months.map((value) => ({ value, label: nameOf(value, languageTag(language)) }))}
        />
      )}
      <Radio.Group label={say.format} value={format} onChange={setFormat}>
        <Stack gap="xs" mt="xs">
          <Radio value="excel" label={say.excel} />
          <Radio value="excel-en" label={say.excelEnglish} />
          <Radio value="plain" label={say.plain} />
        </Stack>
      </Radio.Group>
      {begun.error !== null && <Failure error={begun.error} what={say.notBegun} />}
      <ActButton
        leftSection={<Icon name="download" />}
        busy={begun.isPending}
        onClick={() => begun.mutate(undefined)}
      >
        {say.download}
      </ActButton>
    </Stack>
  );
}

function nameOf(month: string, tag: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(tag, options).format(new Date(`${month}-15T12:00:00Z`));
}
