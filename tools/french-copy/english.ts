/**
 * Words of English that French does not have, in its own spelling, and that no name of ours is:
 * those without which hardly an English sentence is made, and those that buttons and messages are
 * made of. Words of both languages (page, session, notification, on, or, as, but) are left out.
 */
const ENGLISH = new Set(
  `the and of to with from for not is are was were be been being has have had do does did will would can cannot could should shall may might must
  this that these those there here what which who whom whose when where why how you your yours we our ours they their theirs he she his her him its it
  by at into onto about after again all also always any anything been before below between both each either else enough every everyone everything
  few first get give go goes going gone got if in just keep kept know last later least less let like made make many more most much my myself need needed
  never new next no nobody nothing now off often only other others over own please same see seen since so some somebody someone something soon still
  such than then thing things through today together tomorrow too under until up upon used very want wanted way well went while without yesterday yet
  account added address already amount answer ask asked available away back bank birthday book booked booking bookings browse button calendars card
  change changed changes channel choose chosen click close closed coming confirm confirmed connect connected copied copy create created currently
  customer daily date day days deleted delete delivery details disabled disconnect discount done download draft earn earned earnings edit email empty
  enabled enter expired failed failure favourite favorites fee fees fields file files filter find forgot free friday friend full gift hello help hidden
  home hour hours invalid invoice join joined language learn leave left link links list loading log login logout lost mail meeting meetings message's
  missing monday money month months name names needs number occurred offline online open opened order orders password pay paid payment payments payout
  payouts pending people person phone picture pictures please point preview price prices privacy profile profiles purchase question refund refunded
  refused reload remaining remember remove removed reply request requested required reset retry review reviews right room rooms saturday save saved
  saving schedule search seats seconds select selected send sent settings share show showing shown sign skip sorry start started starts statement
  states step stop stopped streamers' submit success sunday support's sure team terms thank thanks thursday ticket tickets time times title try tuesday
  unable unavailable undo unexpected unknown update updated upload uploaded user users value view viewers' visit waiting warning wednesday week
  weekly welcome went word words wrong year years yes your
  accept accepted agree allow allowed apply applied approve approved assign attach attached became become begin behind block blocked bought buy calendar cancel
  canceled cancelled cancelling checkout chosen clear come comes complete completed country current custom decline declined device devices dismiss draw
  earlier either empty ended ending ends entered everywhere expires explore finish finished follow found forward happened hidden history
  hold however include included insert inside instead issue issues item items letter letters level listen loaded load locked manage
  matching maybe member members menus muted nearby nothing offer offers once ongoing opening outside overview own owner paused percent
  perhaps pick placed play previous published publish ready read receipt received recently recent recorded recording reject rejected reports
  resend reserved restore restored result results resume reviewed running scheduled security selection share shared sharing speak
  spent starting stay stays still submitted subscribe subscribed subtitle succeeded summary supported switch tax tell toggle total-price
  transfer transfers trending trial twice unblock unmute unsaved upcoming updates upgrade useful username verify verified viewing watch watching
  website whatever whenever whether whole withdraw withdrawn within wishlist work working write written`
    .split(/\s+/)
    .filter(Boolean),
);

/** Of those, what French writes the same way, or uses as it is. */
const FRENCH_TOO = new Set(
  `a date avis point page question support mail title ticket tickets channel may if it in all no set home live can are as do for on or so by at be he we see
  main fee up us was has not first list details message messages filter full phone profile states statement gift to is any mon ton six dix car plus
  least sans son pour par des les une dates seats his her our well went will get go got own let last over new now seconds change email files file close`.split(
    /\s+/,
  ),
);

/**
 * The English words of a text: none in French copy, but what it quotes.
 * @returns in the order in which they stand
 */
export function englishIn(text: string): string[] {
  const words = text
    .replace(/«[^»]*»|\$\{[^}]*\}|https?:\S+|[\w.-]+@[\w.-]+|\/\S+/g, ' ')
    .toLowerCase()
    .match(/(?<![\p{L}\p{N}'’_.-])[a-z]{2,}(?![\p{L}\p{N}'’_-])/gu);
  return (words ?? []).filter((word) => ENGLISH.has(word) && !FRENCH_TOO.has(word));
}
