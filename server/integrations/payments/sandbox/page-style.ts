/**
 * The sandbox is no part of Loge and looks like none: cold where Loge is warm, striped as building sites are, so that nobody
 * takes it for a page that moves money. Contrast of all text is at least 7:1.
 */
export const style = `
:root{color-scheme:dark;--ground:#0e1318;--card:#171e25;--line:#8fa6b8;--rule:#2b3742;--text:#f2f6f9;--soft:#b9c7d2;--mark:#8fd3ff;--on-mark:#06202f}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--text);font:400 16px/1.5 "Instrument Sans",-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;min-height:100vh}
header{border-top:10px solid;border-image:repeating-linear-gradient(-45deg,#f2c14e 0 14px,#1d1708 14px 28px) 10;background:#1d1a10;padding:12px 20px}
header p{max-width:560px;margin:0 auto;color:#f5e3b3;font-size:15px}header strong{display:block;font-size:17px;color:#fff3d0}
main{max-width:600px;margin:0 auto;padding:28px 20px 64px}
h1{font-size:28px;line-height:1.15;letter-spacing:-.02em;text-wrap:balance;margin-bottom:18px}
.summary{border:1px solid var(--rule);background:var(--card);border-radius:14px;padding:18px 20px;margin-bottom:22px;overflow-wrap:anywhere}
.to{font-weight:600}.detail{color:var(--soft)}.amount{font-size:26px;font-weight:700;font-variant-numeric:tabular-nums;margin-top:8px}
.lead{color:var(--soft);margin-bottom:22px}.lead b{color:var(--text)}
.alert{border-left:4px solid #ff9b8a;background:#2b1714;color:#ffd9d2;padding:12px 16px;border-radius:0 10px 10px 0;margin-bottom:22px}
.alert.calm{border-color:var(--mark);background:#10222d;color:#d3ecfb}
fieldset{border:0;padding:0;margin-bottom:24px}legend{font-weight:600;padding:0;margin-bottom:10px}
.choice{display:flex;gap:14px;align-items:center;border:1px solid var(--rule);background:var(--card);border-radius:12px;padding:12px 16px;min-height:56px;cursor:pointer}
.choice+.choice{margin-top:8px}.choice:hover{border-color:var(--line)}.choice:has(:checked){border-color:var(--mark);background:#12232e}
.choice:has(:focus-visible){outline:2px solid var(--mark);outline-offset:2px}
.choice input{width:20px;height:20px;flex:none;accent-color:var(--mark)}.choice b{display:block;font-weight:600}.choice small{font-size:14.5px;color:var(--soft)}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;padding:0 22px;border:0;border-radius:12px;background:var(--mark);color:var(--on-mark);font-family:inherit;font-size:17px;font-weight:700;line-height:1.2;cursor:pointer;text-decoration:none;font-variant-numeric:tabular-nums}
button.quiet{background:transparent;color:var(--text);border:1px solid var(--line)}
button:focus-visible,a:focus-visible{outline:2px solid var(--text);outline-offset:3px}
.answers{display:grid;gap:12px}
.leave{margin-top:20px;text-align:center}.leave a:not(.button){display:inline-block;padding:12px;color:var(--soft)}
`;
