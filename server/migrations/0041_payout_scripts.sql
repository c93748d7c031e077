-- One address per payout, in whichever form: the same script with another blinding key is another
-- text. Null in rows of older releases, whose texts are still compared.
alter table withdrawals add column deposit_script text;
create unique index withdrawals_script on withdrawals (deposit_script);
