\set number random(1, 1000)
select id, account_id, status, amount_cents, fee_cents, total_cents, pix_qr_code, created_at
from bare.deposits where id = md5(:number::text)::uuid;
