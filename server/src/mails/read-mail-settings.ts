import { type Env, readSetting, SIGNS } from '../platform/read-setting.ts';

export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps:`. */
  readonly smtpUrl: string;
  readonly from: string;
}

/** An address, or a name and an address, as mail programs show them. */
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u;

/** @throws Error that names the setting and what it accepts */
export function readMailSettings(env: Env): MailSettings | undefined {
  const smtpUrl = readSetting(env, 'PONTE_SMTP_URL');
  if (smtpUrl === undefined) return undefined;
  // Without a host, the mailer would use this machine.
  if (!/^smtps?:\/\//i.test(smtpUrl) || !URL.canParse(smtpUrl) || !new URL(smtpUrl).hostname) {
    throw new Error(
      `PONTE_SMTP_URL must be smtp:// or smtps:// and user:password@host:port; ${SIGNS}`,
    );
  }
  const from = readSetting(env, 'PONTE_MAIL_FROM') ?? '';
  if (!SENDER.test(from)) {
    throw new Error('PONTE_MAIL_FROM must be ponte@example.com or Ponte <ponte@example.com>');
  }
  return { smtpUrl, from };
}
