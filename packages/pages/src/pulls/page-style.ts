/** The whole style of the page, in the colours of the dashboard: no font, image or sheet comes from elsewhere. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--n1:light-dark(oklch(1 0 0),oklch(0.165 0.006 190));--n2:light-dark(oklch(0.983 0.001 200),oklch(0.195 0.007 190));--n6:light-dark(oklch(0.887 0.005 200),oklch(0.34 0.011 190));--n10:light-dark(oklch(0.48 0.012 190),oklch(0.7 0.012 190));--n12:light-dark(oklch(0.22 0.014 190),oklch(0.95 0.006 190));--brand:var(--docent-accent,oklch(0.48 0.09 178));--accent:light-dark(oklch(from var(--brand) 0.48 min(c,0.14) h),oklch(from var(--brand) 0.8 min(calc(c * 1.2),0.11) h));--accent-strong:light-dark(oklch(from var(--brand) 0.42 min(calc(c * 0.95),0.13) h),oklch(from var(--brand) 0.86 min(calc(c * 1.1),0.1) h));--accent-solid:light-dark(oklch(from var(--brand) 0.47 min(c,0.14) h),oklch(from var(--brand) 0.74 min(calc(c * 1.2),0.12) h));--on-accent:light-dark(oklch(from var(--brand) 0.99 min(c,0.01) h),oklch(from var(--brand) 0.18 min(c,0.03) h));--success:light-dark(oklch(0.46 0.11 150),oklch(0.8 0.14 150));--success-soft:light-dark(oklch(0.955 0.035 150),oklch(0.27 0.045 150));--success-line:light-dark(oklch(0.85 0.08 150),oklch(0.42 0.07 150));--danger:light-dark(oklch(0.5 0.18 27),oklch(0.77 0.13 25));--danger-soft:light-dark(oklch(0.96 0.025 25),oklch(0.27 0.06 25));--danger-line:light-dark(oklch(0.86 0.08 25),oklch(0.44 0.1 25));--progress:light-dark(oklch(0.48 0.13 255),oklch(0.79 0.1 250));--progress-soft:light-dark(oklch(0.96 0.025 250),oklch(0.27 0.05 255));--progress-line:light-dark(oklch(0.86 0.06 250),oklch(0.44 0.08 255))}
*{box-sizing:border-box}
body{margin:0;font:15px/1.55 system-ui,sans-serif;color:var(--n12);background:var(--n1)}
main{max-width:72rem;margin:0 auto;padding:1.75rem 1.5rem 5rem}
h1{font-size:1.45rem;line-height:1.3;font-weight:600;letter-spacing:-.01em;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1rem;line-height:1.4;font-weight:600;margin:2rem 0 .75rem}
.facts{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .75rem;margin:0}
h1 small,h3 small,.quiet{color:var(--n10);font-weight:400}
main>section>h3{font:600 .85rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;margin:0;padding:.6rem .9rem;border-bottom:1px solid var(--n6);background:var(--n2);overflow-wrap:anywhere}
a{color:var(--accent)}
.brand{display:flex;align-items:center;margin:0 0 1rem;font-weight:600}.brand img{height:24px;max-width:180px;object-fit:contain}
@media(prefers-color-scheme:light){.only-dark{display:none}}@media(prefers-color-scheme:dark){.only-light{display:none}}
.back{margin:0 0 .75rem;font-size:.9rem}.back a{text-decoration:none}.back a:hover{text-decoration:underline}
.state{display:inline-block;padding:.05rem .6rem;border:1px solid var(--n6);border-radius:1rem;background:var(--n2);color:var(--n10);font-size:.8rem;font-weight:500;text-transform:capitalize}
.open{border-color:var(--progress-line);background:var(--progress-soft);color:var(--progress)}.merged{border-color:var(--success-line);background:var(--success-soft);color:var(--success)}
code,table,.files{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;font-size:.85rem}
code{padding:.1rem .3rem;border-radius:4px;background:var(--n2);overflow-wrap:anywhere}
.body,main>section{border:1px solid var(--n6);border-radius:10px;margin:.75rem 0}
.body{padding:.25rem 1.1rem;overflow-wrap:anywhere}
.body p,.body ul{margin:.35rem 0 .75rem}.body ul{padding-left:1.25rem}
main>section{overflow:hidden}
main>section>p{margin:0;padding:.5rem .75rem}
.body pre{overflow-x:auto;padding:.75rem;background:var(--n2);border-radius:6px}
.body pre code{padding:0}
.body table{display:block;overflow-x:auto;border-collapse:collapse}
.body th,.body td{padding:.2rem .6rem;border:1px solid var(--n6)}
.body h1,.body h2,.body h3{font-size:.9rem;font-weight:600;margin:1rem 0 .25rem}
blockquote{margin:.35rem 0 .75rem;padding-left:.9rem;border-left:3px solid var(--n6);color:var(--n10)}
.files{list-style:none;padding:0;margin:0 0 1rem;line-height:1.7;overflow-wrap:anywhere}
.plus{color:var(--success)}.minus{color:var(--danger)}
.scroll{overflow-x:auto}
main>section table{border-collapse:collapse;width:100%;line-height:1.5}
main>section td{padding:0 .5rem;white-space:pre;tab-size:4;vertical-align:top}
main>section td:last-child{padding-left:calc(.5rem + 1ch);text-indent:-1ch;white-space:pre-wrap;overflow-wrap:anywhere}
ins,del{border-radius:3px;text-decoration:none}ins{background:var(--success-line)}del{background:var(--danger-line)}
td[data-line]{width:1%;text-align:right;color:var(--n10);user-select:none}
td[data-line]::before{content:attr(data-line)}
.added{background:var(--success-soft)}.removed{background:var(--danger-soft)}
.place,.note{background:var(--n2);color:var(--n10)}
mark{padding:0 .2rem;border-radius:3px;font-size:.75rem}
.bar{display:flex;flex-wrap:wrap;align-items:flex-start;justify-content:space-between;gap:.75rem 1.5rem;margin:1.25rem 0 0;padding:.9rem 1.1rem;border:1px solid var(--n6);border-radius:10px;background:var(--n2)}
.merge{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem}.merge .quiet,.bar summary{font-size:.87rem}
.bar .commands{margin:0}.bar .commands[open]{flex-basis:100%}.bar summary{line-height:2.25rem}.bar pre{border:1px solid var(--n6);background:var(--n1)}
.merge button{height:2.25rem;padding:0 1rem;border:0;border-radius:6px;background:var(--accent-solid);color:var(--on-accent);font:600 .93rem/1 system-ui,sans-serif;cursor:pointer}
.merge button:hover{background:var(--accent-strong)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.notice{padding:.6rem .9rem;border:1px solid var(--danger);border-radius:6px;background:var(--danger-soft)}
.commands{margin:1rem 0}.commands pre{overflow-x:auto;padding:.75rem;border-radius:6px;background:var(--n2)}.commands pre code{padding:0}
summary{cursor:pointer}
.rendered{border-top:1px solid var(--n6);padding:.6rem .9rem .9rem}.rendered summary{font-size:.87rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:.75rem;margin-top:.5rem}
.pair figure{margin:0;min-width:0}.pair figcaption{font-size:.85rem;color:var(--n10);margin-bottom:.25rem}
.pair iframe{display:block;width:100%;height:26rem;border:1px solid var(--n6);border-radius:6px;resize:vertical;background:var(--n1)}
@media(max-width:40rem){main{padding:1rem 1rem 3rem}.old{display:none}main>section td{padding:0 .35rem}}
`
