/**
 * The mailbox stands outside the page's build, so it carries its own style and script. The colours are the tokens of
 * `web/ui/tokens.css`.
 */
export const style = `
:root{color-scheme:dark;--ground:oklch(.16 .016 340);--stage:oklch(.198 .018 340);--raised:oklch(.238 .02 340);
--line:oklch(.93 .03 60/.11);--line-strong:oklch(.93 .03 60/.22);--text:oklch(.965 .012 80);--soft:oklch(.8 .018 60);
--muted:oklch(.68 .02 50);--spot:oklch(.84 .14 78);--on-spot:oklch(.21 .04 60);--live:oklch(.72 .17 20);--settled:oklch(.8 .1 178);
--body:"Instrument Sans",-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;--display:"Bricolage Grotesque",var(--body)}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--text);font:400 16px/1.55 var(--body)}
a{color:inherit}a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible{outline:2px solid var(--spot);outline-offset:2px}
header,main{max-width:980px;margin:0 auto;padding:0 24px}
header{display:flex;align-items:center;gap:14px;min-height:72px;color:var(--muted);font-size:15px;flex-wrap:wrap}
.logo{display:flex;align-items:center;gap:10px;font:700 22px/1 var(--display);letter-spacing:-.03em;color:var(--text);text-decoration:none;min-height:44px}
.logo svg{width:24px}.arch{stroke:var(--text);stroke-width:2.4}.light{fill:var(--spot)}
.site{margin-left:auto;color:var(--soft);padding:10px 0}
main{padding-top:24px;padding-bottom:72px}
h1,h2{font-family:var(--display);font-weight:640;letter-spacing:-.022em;line-height:1.1;text-wrap:balance}
h1{font-size:34px}h1.subject{margin:10px 0 14px}h2{font-size:22px}
.head{display:flex;gap:20px;align-items:center;justify-content:space-between;flex-wrap:wrap;margin-bottom:22px}
form{display:flex;gap:8px;align-items:center;flex-wrap:wrap}label{color:var(--soft);font-size:15px}
input{min-height:46px;width:260px;max-width:100%;padding:0 16px;border-radius:999px;border:1px solid var(--line-strong);background:var(--stage);color:var(--text);font:inherit}
input::placeholder{color:var(--muted)}
button{min-height:46px;padding:0 20px;border-radius:999px;border:1px solid var(--line-strong);background:transparent;color:var(--text);font:600 15px/1 var(--body);cursor:pointer}
.count,.meta{color:var(--muted);font-size:14.5px;margin-bottom:14px}.meta b{color:var(--text);font-weight:600}
ul{list-style:none;padding:0;background:var(--stage);border:1px solid var(--line);border-radius:14px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.6fr) 92px 150px;gap:18px;align-items:center;min-height:58px;padding:12px 20px;text-decoration:none}
li a:hover{background:var(--raised)}li .to{color:var(--soft);overflow:hidden;text-overflow:ellipsis}li .subject{font-weight:600}
time{color:var(--muted);font-size:14px;font-variant-numeric:tabular-nums;text-align:right}time small{font-size:12px}
.meta time{text-align:left}
.state{font-size:13.5px;font-weight:600;color:var(--soft)}.state.sent{color:var(--settled)}.state.failed{color:var(--live)}
.empty{padding:64px 24px;border:1px dashed var(--line-strong);border-radius:22px;text-align:center}.empty p{color:var(--soft);max-width:32em;margin:12px auto 0}
.back a{display:inline-block;padding:10px 0;color:var(--soft);font-size:15px}
iframe{display:block;width:100%;height:640px;border:1px solid var(--line);border-radius:14px;background:var(--ground);margin-bottom:18px}
details{border-top:1px solid var(--line)}summary{cursor:pointer;padding:14px 0;color:var(--soft);font-weight:600;font-size:15px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--stage);border-radius:8px;padding:18px;font:13.5px/1.55 ui-monospace,Menlo,Consolas,monospace;color:var(--soft);margin-bottom:16px}
details+.count{margin-top:16px;border-top:1px solid var(--line);padding-top:16px}
@media(max-width:720px){li a{grid-template-columns:minmax(0,1fr) auto;gap:4px 14px}li .subject{grid-row:1;grid-column:1/-1}li .to{grid-column:1/-1}time{text-align:left}h1{font-size:28px}form,input{width:100%}}
`;

/**
 * The list renews itself every two seconds while it is looked at, and only where it changed, so nothing flickers and the
 * focus stays. A shown mail gets the height it needs.
 */
export const script = `
const list = document.getElementById('list');
if (list) setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch('/dev/mail/list' + location.search).catch(() => null);
  if (!answer || !answer.ok) return;
  const fresh = document.createElement('template');
  fresh.innerHTML = await answer.text();
  if (fresh.innerHTML === list.innerHTML) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  list.innerHTML = fresh.innerHTML;
  if (focused) list.querySelector('a[href="' + focused + '"]')?.focus();
}, 2000);
const frame = document.querySelector('iframe');
if (frame) {
  const fit = () => {
    const height = frame.contentDocument?.documentElement?.scrollHeight;
    if (height > 100) frame.style.height = height + 2 + 'px';
  };
  frame.addEventListener('load', fit);
  fit();
}
`;
