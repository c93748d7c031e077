-- What a settlement writes costs it no more than it must.

-- Opens the checks of many deposits at once, and says so for the rest of the transaction.
create function open_deposit_checks(environments text[], deposits text[], transactions text[])
  returns void language sql as $$
    insert into deposit_checks (environment_id, deposit_id, tx_id, look_at)
      select *, now() from unnest(environments, deposits, transactions)
      on conflict do nothing;
    select set_config('ponte.checks_opened', 'yes', true);
  $$;

-- Whoever did not still has them opened row by row, also an older release.
create or replace trigger deposits_checked after update of blockchain_tx_id on deposits
  for each row when (old.blockchain_tx_id is null and new.blockchain_tx_id is not null
    and current_setting('ponte.checks_opened', true) is distinct from 'yes')
  execute function open_deposit_check();
