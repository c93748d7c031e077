-- What all environments made together is read environment by environment. Along the time alone lie
-- millions of test mode between two deposits of live, and each new row wrote to these for it.
drop index deposits_made;
drop index withdrawals_made;
