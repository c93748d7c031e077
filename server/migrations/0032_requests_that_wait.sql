-- What an agent asked for is listed by its key, and what waits for a person by itself, however many
-- others were ever asked for.
create index withdrawal_requests_of_a_key
  on withdrawal_requests (environment_id, key_id, created_at, id);
create index withdrawal_requests_waiting on withdrawal_requests (environment_id, created_at, id)
  where state = 'WAITING';
