-- A payment that is in a block older than the order is another one.
alter table deposit_checks drop constraint deposit_checks_fault_check;
alter table deposit_checks add constraint deposit_checks_fault_check
  check (fault in ('missing', 'other_address', 'other_asset', 'other_amount', 'counted_before',
    'paid_before', 'forged')) not valid;
