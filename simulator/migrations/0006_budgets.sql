-- They were filled on their partners' clocks, and one that stands ahead would not fill for long.
delete from sandbox.budgets;
