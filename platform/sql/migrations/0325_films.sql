-- A bucket may take films: each is then taken apart, held against what browsers play, and stored without what its camera noted.
alter table storage.buckets add column most_film_seconds smallint check (most_film_seconds > 0);
