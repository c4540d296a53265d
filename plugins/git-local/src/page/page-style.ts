/** The whole style of the page: no font, image or sheet comes from elsewhere. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--text:#1c1f23;--quiet:#59636e;--line:#d1d9e0;--ground:#fff;--raised:#f6f8fa;--plus:#dafbe1;--minus:#ffebe9;--plus-text:#116329;--minus-text:#a40e26;--link:#0550ae;--open:#1a7f37;--merged:#8250df;--closed:#b3261e;--draft:#59636e}
@media(prefers-color-scheme:dark){:root{--text:#e6e8eb;--quiet:#a5adb6;--line:#3d444d;--ground:#14171b;--raised:#1f2329;--plus:#12361f;--minus:#3f1a1d;--plus-text:#7ee787;--minus-text:#ff9b94;--link:#79b8ff}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--ground)}
main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
h1 small,h3 small,.quiet{color:var(--quiet);font-weight:400}
main>section>h3{font-size:1rem;margin:0;padding:.5rem .75rem;background:var(--raised);overflow-wrap:anywhere}
a{color:var(--link)}
.back{margin:0 0 .75rem;font-size:.9rem}.back a{text-decoration:none}.back a:hover{text-decoration:underline}
.state{display:inline-block;padding:.1rem .7rem;border-radius:1rem;color:#fff;font-weight:600}
.open{background:var(--open)}.merged{background:var(--merged)}.closed{background:var(--closed)}.draft{background:var(--draft)}
code,table,.files{font-family:ui-monospace,monospace;font-size:.85rem}
code{padding:.1rem .3rem;border-radius:4px;background:var(--raised);overflow-wrap:anywhere}
.body,main>section{border:1px solid var(--line);border-radius:6px;margin:1rem 0}
.body{padding:0 1rem;overflow-wrap:anywhere}
main>section{overflow:hidden}
main>section>p{margin:0;padding:.5rem .75rem}
.body pre{overflow-x:auto;padding:.75rem;background:var(--raised);border-radius:6px}
.body pre code{padding:0}
.body table{display:block;overflow-x:auto;border-collapse:collapse}
.body th,.body td{padding:.2rem .6rem;border:1px solid var(--line)}
.body h1,.body h2,.body h3{font-size:1.1rem;margin:1.2rem 0 .4rem}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--quiet)}
.files{list-style:none;padding:0;overflow-wrap:anywhere}
.plus{color:var(--plus-text)}.minus{color:var(--minus-text)}
.scroll{overflow-x:auto}
main>section table{border-collapse:collapse;min-width:100%;line-height:1.45}
main>section td{padding:0 .5rem;white-space:pre;tab-size:4;vertical-align:top}
td[data-line]{width:1%;text-align:right;color:var(--quiet);user-select:none}
td[data-line]::before{content:attr(data-line)}
.added{background:var(--plus)}.removed{background:var(--minus)}
.place,.note{background:var(--raised);color:var(--quiet)}
mark{padding:0 .2rem;border-radius:3px;font-size:.75rem}
.merge button{padding:.5rem 1rem;border:0;border-radius:6px;background:var(--open);color:#fff;font:600 1rem/1.25 system-ui,sans-serif;cursor:pointer}
.merge button:hover{filter:brightness(1.1)}:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.notice{padding:.6rem .9rem;border:1px solid var(--minus-text);border-radius:6px;background:var(--minus)}
.commands{margin:1rem 0}.commands pre{overflow-x:auto;padding:.75rem;border-radius:6px;background:var(--raised)}.commands pre code{padding:0}
summary{cursor:pointer}
.rendered{border-top:1px solid var(--line);padding:.5rem .75rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:.75rem;margin-top:.5rem}
.pair figure{margin:0;min-width:0}.pair figcaption{font-size:.85rem;color:var(--quiet);margin-bottom:.25rem}
.pair iframe{display:block;width:100%;height:26rem;border:1px solid var(--line);border-radius:6px;resize:vertical;background:var(--ground)}
@media(max-width:40rem){main{padding:1rem .5rem 3rem}.old{display:none}main>section td{padding:0 .35rem}}
`
