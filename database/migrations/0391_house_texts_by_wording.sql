-- Each wording once, with when it first came: while two releases run, the older one that starts again is no news.
alter table private.house_texts drop constraint house_texts_pkey,
  add column digest text not null generated always as (md5(body)) stored,
  add constraint house_texts_pkey primary key (slug, digest);
