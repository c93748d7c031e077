import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperatorSettings } from '../api/operations.ts';
import type { Mode } from '../api/use-tenant.ts';
import { DataList } from '../ui/data-list.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { count, money, percent } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './account-words.ts';
import { useIsConfigured } from './use-operator.ts';

interface AccountSettingsProps {
  mode: Mode;
  settings: OperatorSettings;
  onChange: () => void;
}

/** What an operator has set for one environment. */
export function AccountSettings({ mode, settings, onChange }: AccountSettingsProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const isConfigured = useIsConfigured(mode);
  const switched = (isOn: boolean) => <OnOff isOn={isOn} isConfigured={isConfigured} />;
  const feeOf = (basisPoints: number, cents: number) =>
    say.fee({ percent: percent(basisPoints, language), fixed: money(cents, language) });
  const rateOf = (rate: number, burst: number) =>
    say.rate({ rate: count(rate, language), burst: count(burst, language) });
  return (
    <Section
      title={say.settings[mode]}
      actions={
        <Button variant="default" onClick={onChange}>
          {say.change[mode]}
        </Button>
      }
    >
      <DataList
        facts={[
          { label: say.depositsEnabled, value: switched(settings.depositsEnabled) },
          { label: say.withdrawalsEnabled, value: switched(settings.withdrawalsEnabled) },
          {
            label: say.depositFee,
            value: feeOf(settings.depositFeeBasisPoints, settings.depositFeeFixedCents),
          },
          {
            label: say.withdrawalFee,
            value: feeOf(settings.withdrawalFeeBasisPoints, settings.withdrawalFeeFixedCents),
          },
          { label: say.reading, value: rateOf(settings.readRate, settings.readBurst) },
          { label: say.moving, value: rateOf(settings.moneyRate, settings.moneyBurst) },
        ]}
      />
    </Section>
  );
}

function OnOff({ isOn, isConfigured }: { isOn: boolean; isConfigured: boolean }): ReactNode {
  const say = useWords(words);
  if (isOn && !isConfigured) {
    return (
      <Tag tone="neutral" icon="close">
        {say.notConfigured}
      </Tag>
    );
  }
  return (
    <Tag tone={isOn ? 'ok' : 'danger'} icon={isOn ? 'check' : 'close'}>
      {isOn ? say.on : say.off}
    </Tag>
  );
}
