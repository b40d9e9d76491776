-- Ran before as 65270de52643fbedd9ee720416b19ecee7ebe286fe32d86c13ce8ca66181845c
-- Served since 0510_links_and_pictures.sql
-- Versions without the table do not write to it, and those with it write all three or none.
-- The same rule in words that are no list of values: of an overlay's address all is known, or nothing.
alter table private.stream_kits drop constraint stream_kits_token_check, add constraint stream_kits_token_check
  check ((token_hash is null) = (token_sealed is null) and (token_hash is null) = (renewed_at is null));
