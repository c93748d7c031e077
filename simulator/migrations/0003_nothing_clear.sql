-- From here on the tables refuse a clear text.

create domain sandbox.sealed as text check (value like 'v1:%');
create domain sandbox.digest as text check (value ~ '^[0-9a-f]{64}$');

alter table sandbox.charges
  alter column informed_tax_number type sandbox.sealed,
  alter column informed_name type sandbox.sealed,
  alter column informed_euid type sandbox.sealed,
  alter column payer_tax_number type sandbox.sealed,
  alter column payer_euid type sandbox.sealed,
  alter column payer_name type sandbox.sealed,
  alter column payer_index type sandbox.digest;

alter table sandbox.withdrawals
  alter column pix_key type sandbox.sealed,
  alter column tax_number type sandbox.sealed,
  alter column euid type sandbox.sealed,
  alter column pix_key_index type sandbox.digest,
  alter column pix_key_index set not null;

alter table sandbox.notices alter column body type sandbox.sealed;
alter table sandbox.partners alter column webhook_secret type sandbox.sealed;
alter table sandbox.faults alter column fault type sandbox.sealed;
alter table sandbox.blocked_payers alter column payer_index type sandbox.digest;
