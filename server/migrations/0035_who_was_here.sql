-- When a member was last here is told of sessions that have ended, too.
drop index sessions_user;
create index sessions_user on sessions (user_id);
