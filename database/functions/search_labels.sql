-- The French names by which categories and languages are searched; domain/discovery/categories.ts has the same, a test compares.
create or replace function private.category_label(slug text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case slug
    when 'coaching' then 'Coaching de jeu'
    when 'jouer-ensemble' then 'Jouer ensemble'
    when 'speedrun' then 'Speedrun'
    when 'echecs' then 'Échecs et stratégie'
    when 'musique' then 'Musique'
    when 'dessin' then 'Dessin et illustration'
    when 'montage' then 'Montage et vidéo'
    when 'lancer-sa-chaine' then 'Lancer sa chaîne'
    when 'programmation' then 'Programmation'
    when 'cuisine' then 'Cuisine'
    when 'langues' then 'Langues'
    when 'sport' then 'Sport et bien-être'
    when 'discussion' then 'Discussion'
  end
$$;
revoke execute on function private.category_label(text) from public;

create or replace function private.language_label(code text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case code
    when 'fr' then 'Français'
    when 'en' then 'Anglais'
    when 'es' then 'Espagnol'
    when 'de' then 'Allemand'
    when 'it' then 'Italien'
    when 'pt' then 'Portugais'
    when 'nl' then 'Néerlandais'
    when 'ar' then 'Arabe'
    when 'ja' then 'Japonais'
    when 'ko' then 'Coréen'
    when 'zh' then 'Chinois'
    when 'ru' then 'Russe'
  end
$$;
revoke execute on function private.language_label(text) from public;

comment on function private.category_label(text) is 'The French name by which a category is searched.';
comment on function private.language_label(text) is 'The French name by which a language is searched.';
