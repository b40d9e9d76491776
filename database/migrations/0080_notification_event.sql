-- What a notification tells is its event, as everywhere else; those that were written before keep their meaning.
update public.notifications set data = data - 'news' || jsonb_build_object('event', data -> 'news') where data ? 'news';
