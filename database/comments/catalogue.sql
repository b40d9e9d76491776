-- Categories and languages.

comment on table public.categories is 'What sessions are about, in the order in which it is offered.';
comment on column public.categories.id is 'The word by which rows and addresses name it, such as echecs. It never changes.';
comment on column public.categories.label is 'Its French name, as pages show it.';
comment on column public.categories.picture_url is 'The picture on the home page and above a search in it; null: none.';
comment on column public.categories.picture_alt is 'What the picture shows, for those who do not see it; null: there is none.';
comment on column public.categories.position is 'Its place among the others.';
comment on column public.categories.retired_at is 'Since when no new offer and no further profile takes it; null: it is offered.';
comment on column public.categories.merged_into is 'The category that stands for it since a merge; null: it stands for itself.';
comment on table public.languages is 'Languages that streamers may say they speak, in the order in which they are offered.';
comment on column public.languages.id is 'Its ISO 639-1 code.';
comment on column public.languages.label is 'Its French name, as pages show it.';
comment on column public.languages.position is 'Its place among the others.';
comment on column public.languages.retired_at is 'Since when no further profile takes it; null: it is offered.';
comment on column public.languages.merged_into is 'The language that stands for it since a merge; null: it stands for itself.';
comment on table private.streamer_categories is 'The categories of profiles once more, with a foreign key. Kept by a trigger.';
comment on column private.streamer_categories.streamer_id is 'The streamer.';
comment on column private.streamer_categories.category is 'One of their categories.';
comment on table private.streamer_languages is 'The languages of profiles once more, with a foreign key. Kept by a trigger.';
comment on column private.streamer_languages.streamer_id is 'The streamer.';
comment on column private.streamer_languages.language is 'One of their languages.';
