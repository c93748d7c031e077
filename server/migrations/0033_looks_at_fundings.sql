-- From here on on the database's clock, as those of deposits and wallets; it is shown on the
-- environment's. What was written before is shown as it was.
update withdrawal_fundings f
set checked_at = f.checked_at - e.clock_offset_ms * interval '1 ms'
from environments e
where e.id = f.environment_id and e.clock_offset_ms <> 0 and f.checked_at is not null;
