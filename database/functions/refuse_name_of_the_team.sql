-- A name as it is read at a glance (Unicode's UTS 39): `nameShape` in product/shared/names.ts says the same, and a test compares the two.
create or replace function private.name_shape(text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(lower(translate(translate(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g'),
    U&'\01A7\03E8\14BF\A644\A6EF\A75A\01B7\021C\0417\04E0\2CCC\A76A\A7AB\+0118CA\+016F3B\13CE\+0118AF\01BC\+0118BB\0431\13EE\2CD2\+0118D5\+0104D2\+0118C6\0222\0223\09EA\0A6A\+01031A\+01E8CB\09ED\0A67\0B68\0D6D\2CCA\A76E\+0118AC\+0118CC\+0118D6\0251\0391\03B1\0410\0430\13AA\15C5\A4EE\+0102A0\+016F40\0184\0392\0412\042C\13CF\13F4\1472\15AF\15F7\A4D0\A7B4\+010282\+0102A1\+010301\0421\0441\13DF\1D04\2CA4\2CA5\A4DA\ABAF\+0102A2\+010302\+010415\+01043D\+01051C\+0118E9\+0118F2\0501\13A0\13E7\146F\15DE\15EA\A4D2\A4D3\0395\0415\0435\04BD\13AC\2D39\A4F0\AB32\+010286\+0118A6\+0118AE\03DC\0584\15B4\1E9D\A4DD\A798\A799\AB35\+010287\+0102A5\+010525\+0118A2\+0118C2\018D\0261\050C\0581\13C0\13F3\1D83\A4D6\0397\041D\04BB\0570\13BB\13C2\157C\2C8E\A4E7\+0102CF\0131\0269\026A\03B9\0456\04CF\13A5\A647\AB75\+0118C3\037F\03F3\0408\0458\13AB\148D\A4D9\A7B2\039A\041A\13E6\16D5\2C94\A4D7\+010518\0196\01C0\0399\0406\04C0\05D5\05DF\0627\0661\06F1\07CA\13DE\14AA\16C1\2C92\2CD0\2D4F\A4E1\A4F2\+01028A\+010309\+010320\+01041B\+010526\+0118A3\+0118B2\+016F16\+016F28\+01E8C7\039C\03FA\041C\13B7\15F0\16D6\2C98\A4DF\+0102B0\+010311\039D\0578\057C\2C9A\A4E0\+010513\039F\03BF\03C3\041E\043E\0555\0585\05E1\0647\0665\06BE\06C1\06D5\06F5\07C0\0966\09E6\0A66\0AE6\0B20\0B66\0BE6\0C66\0CE6\0D20\0D66\0E50\0ED0\101D\1040\10FF\12D0\1D0F\1D11\2C9E\2C9F\2D54\3007\A4F3\AB3D\+010292\+0102AB\+010404\+01042C\+0104C2\+0104EA\+010516\+0114D0\+0118B5\+0118C8\+0118D7\+0118E0\03A1\03C1\0420\0440\13E2\146D\2CA2\2CA3\A4D1\+010295\051B\0563\0566\2D55\01A6\0433\13A1\13D2\1587\1D26\2C85\A4E3\AB47\AB48\AB81\+0104B4\+016F35\01BD\0405\0455\054F\13D5\13DA\A4E2\A731\ABAA\+010296\+010420\+010448\+0118C1\+016F3A\03A4\0422\13A2\2CA6\A4D4\+010297\+0102B1\+010315\+0118BC\+016F0A\028B\03C5\054D\057D\1200\144C\1D1C\A4F4\A79F\AB4E\AB52\+0104CE\+0104F6\+0118B8\+0118D8\+016F42\03BD\0474\0475\05D8\0667\06F7\13D9\142F\1D20\2D38\A4E6\A6DF\ABA9\+01051D\+011706\+0118A0\+0118C0\+016F08\026F\0461\051C\051D\0561\13B3\13D4\1D21\A4EA\AB83\+01170A\+01170E\+01170F\+0118E6\+0118EF\03A7\0425\0445\1541\157D\16B7\2CAC\2D5D\A4EB\A7B3\+010290\+0102B4\+010317\+010322\+010527\+0118EC\0263\028F\03A5\03B3\0423\0443\04AE\04AF\10E7\13A9\13BD\1D8C\1EFF\2CA8\A4EC\AB5A\+0102B2\+0118A4\+0118DC\+016F43\0396\13C3\1D22\A4DC\AB93\+0102F5\+0118A9\+0118C4\+0118E5',
    '2222223333333334455666677888888999999999aAaAaAAAAAbBBbbBbbBBBBBBCcCcCcCcCCCcCCCdDddDDdDEEeeEEEeEEEFfFfFFffFFFFFggGgGGgGHHhhHhHHHHiiiiiiiiiiJjJjJJJJKKKKKKKlllllllllllLLllLlLllllLLLLLllMMMMMMMMMMNnnNNNOooOoOooooooooOoOooOOooooooooooOooOoOOOoOOOoOoOOOooOPpPpPPPpPPqqqQRrRRRrrRrrrRRsSsSSSSssSSssSTTTTTTTTTTuuUuUUuUuuuUuUuUvVvvVVVVvVVVvVvVvVwwWwwWWwWwwwwWWXXxxxXXXXXXXXXXXyyYyYyYyyYYyyYYyYYyYZZzZzZZzZ'), 'I1|0', 'lllo') collate "C"), '[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))
$$;
revoke execute on function private.name_shape(text) from public;
-- The indexes on it are written by whoever writes a page.
grant execute on function private.name_shape(text) to authenticated, service_role;
-- Whoever takes a name is compared with all others.
create index if not exists streamers_display_name_shape_idx on public.streamers (private.name_shape(display_name));
create index if not exists streamers_handle_shape_idx on public.streamers (private.name_shape(handle));
comment on function private.name_shape(text) is 'A name as it is read at a glance: two of one shape are taken for each other.';

-- Whether a visitor would take a name for Loge's own team: `soundsLikeTheTeam` in product/shared/names.ts.
create or replace function private.sounds_like_the_team(name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select replace(s.shape, ' ', '') ~ '^(loge|equlpe|team|staff|support|admln|admlns|admlnlstrateur|admlnlstratrlce|admlnlstratlon|moderateur|moderatrlce|moderatlon|offlclel|offlclelle|offlclal|webmaster|postmaster|root|asslstance|alde|help|servlce|cllent|cllents|securlte|securlty|palement|palements|contact|systeme|system|noreply|l|la|le|les|d|de|du|des|et|the|of|fr|com|tv|app|[2-9])+$' and replace(s.shape, ' ', '') ~ 'loge|equlpe|team|staff|support|admln|admlns|admlnlstrateur|admlnlstratrlce|admlnlstratlon|moderateur|moderatrlce|moderatlon|offlclel|offlclelle|offlclal|webmaster|postmaster|root'
    or s.shape ~ '(^| )(admln|admlns|admlnlstrateur|admlnlstratrlce|moderateur|moderatrlce)( |$)'
    or s.shape ~ '(^| )loge( |$)' and regexp_replace(s.shape, '(^| )loge( |$)', ' ') ~ '(^| )(loge|equlpe|team|staff|support|admln|admlns|admlnlstrateur|admlnlstratrlce|admlnlstratlon|moderateur|moderatrlce|moderatlon|offlclel|offlclelle|offlclal|webmaster|postmaster|root|asslstance|alde|help|servlce|cllent|cllents|securlte|securlty|palement|palements|contact|systeme|system|noreply)( |$)'
  from (select replace(private.name_shape(name), 'i', 'l') as shape) as s
$$;
revoke execute on function private.sounds_like_the_team(text) from public;
comment on function private.sounds_like_the_team(text) is 'Whether a visitor would take a name for Loge''s own team.';

-- A page's name and address are refused when they say that it is Loge's. What a page was called before this rule stays until it is changed.
create or replace function private.refuse_name_of_the_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or new.display_name <> old.display_name) and private.sounds_like_the_team(new.display_name) then
    raise check_violation using message = 'this name says that it is Loge''s team', constraint = 'streamers_display_name_team_check';
  end if;
  if (tg_op = 'INSERT' or new.handle <> old.handle) and private.sounds_like_the_team(new.handle) then
    raise check_violation using message = 'this address says that it is Loge''s team', constraint = 'streamers_handle_team_check';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_name_of_the_team() from public;
comment on function private.refuse_name_of_the_team() is 'Refuses a page that is called as if it were Loge''s own.';

create or replace trigger refuse_name_of_the_team before insert or update of display_name, handle on public.streamers
for each row execute function private.refuse_name_of_the_team();
comment on trigger refuse_name_of_the_team on public.streamers is 'No page is called as if it were Loge''s own.';
