-- The shape of an id was checked by a regular expression, at ten and more ids a deposit: it took
-- longer than an entry in an index. Three letters, an underscore and 26 characters tell a mix-up as
-- well; each id is made and read by one function, which knows the alphabet. What was stored passed
-- the stricter check, so nothing is looked through again.
alter domain object_id drop constraint object_id_check;
alter domain object_id add constraint object_id_check
  check (value like '___\_%' and octet_length(value) = 30) not valid;
