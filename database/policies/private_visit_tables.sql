-- The server's own: no client reaches these. A streamer reads the sums through visits/read-funnel and visits/read-demand.
revoke all on private.visit_salts, private.visits, private.demands, private.visit_days, private.demand_days, private.demand_months
  from public, anon, authenticated, service_role;
