/** The look of rendered pages; the tokens of the design come before it. */
export const SITE_STYLE = `
*{box-sizing:border-box}
html{scroll-padding-top:72px;background:var(--n1)}
html.light{color-scheme:light}html.dark{color-scheme:dark}
body{margin:0;color:var(--n12);font:400 16px/1.65 var(--sans);-webkit-text-size-adjust:100%;min-height:100vh}
a{color:var(--accent);text-underline-offset:3px;text-decoration-thickness:1px}
a:hover{color:var(--accent-strong)}
:focus-visible{outline:var(--focus);outline-offset:2px;border-radius:2px}
main:focus{outline:none}
[hidden]{display:none!important}
.skip{position:absolute;left:-999px;top:8px;z-index:9;padding:8px 12px;background:var(--n1)}.skip:focus{left:8px}
.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.top{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:12px;height:56px;padding:0 24px;border-bottom:var(--line);background:var(--n1)}
.home{font-weight:600;font-size:15px;color:var(--n12);text-decoration:none;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;flex:0 1 auto;min-width:0}
.home .logo{display:block;height:24px;max-width:180px;object-fit:contain}
.links{display:flex;gap:16px;font-size:14px;white-space:nowrap}.links a,.site-footer a{color:var(--n11);text-decoration:none}.links a:hover,.site-footer a:hover{color:var(--accent)}
.site-footer{display:flex;flex-wrap:wrap;gap:8px 20px;padding:20px 24px;border-top:var(--line);font-size:14px}
.tools{margin-left:auto;flex:1 0 auto;max-width:68%;justify-content:flex-end;display:flex;align-items:center;gap:8px;min-width:0}
docent-assistant.search{flex:0 1 280px;min-width:96px;min-height:34px;--docent-search-width:100%}
.top button{display:grid;place-items:center;flex:none;width:34px;height:34px;padding:0;border:0;border-radius:var(--radius);background:none;color:var(--n11);cursor:pointer}
.top button[hidden]{display:none}
.top button:hover,.variants summary:hover{background:var(--n3);color:var(--n12)}
.top svg{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.theme .light,.theme .dark,.light .theme .auto,.dark .theme .auto{display:none}
.light .theme .light,.dark .theme .dark{display:block}
.variants{position:relative;flex:none;font-size:13px}
.variants summary{display:flex;align-items:center;height:34px;padding:0 10px;border-radius:var(--radius);color:var(--n11);font-weight:500;cursor:pointer;list-style:none;white-space:nowrap}
.variants summary::-webkit-details-marker{display:none}
.variants summary::after{content:"";width:5px;height:5px;margin:-3px 0 0 8px;border:solid;border-width:0 1.5px 1.5px 0;rotate:45deg}
article{position:relative}article:has(>.page-menu)>:first-child{padding-right:152px}article:has(>.page-menu)>.content:first-child{padding:44px 0 0}
.page-menu{position:absolute;top:0;right:0;display:flex;border:var(--line);border-radius:var(--radius);font-size:13px;line-height:1.4}
.page-menu button,.page-menu a{display:block;padding:6px 12px;border:0;border-radius:var(--radius);background:none;color:var(--n12);font:inherit;text-align:left;text-decoration:none;cursor:pointer}
.page-menu>button{min-width:96px;font-weight:500;text-align:center}
.page-menu button:hover,.page-menu a:hover,.page-menu summary:hover{background:var(--n3)}
.page-menu details{position:relative}
.page-menu summary{display:grid;place-items:center;width:32px;height:100%;min-height:30px;border-radius:var(--radius);color:var(--n11);cursor:pointer;list-style:none}
.page-menu>button:not([hidden])+details{border-left:var(--line)}
.page-menu summary::-webkit-details-marker{display:none}
.page-menu summary::after{content:"";width:5px;height:5px;margin-top:-3px;border:solid;border-width:0 1.5px 1.5px 0;rotate:45deg}
.page-menu ul{margin:0;padding:0;list-style:none}
.page-menu details>ul{position:absolute;z-index:4;right:-1px;top:calc(100% + 6px);min-width:200px;padding:4px;border:var(--line);border-radius:var(--radius-card);background:var(--n1);box-shadow:var(--shadow)}
.page-menu ul button{width:100%}
.page-menu .group{margin-top:4px;padding-top:4px;border-top:var(--line)}
.page-menu p{margin:0;padding:4px 12px 2px;font-weight:500;color:var(--n10)}
.variants ul{position:absolute;right:0;top:calc(100% + 6px);min-width:160px;max-height:70vh;overflow-y:auto;margin:0;padding:4px;list-style:none;border:var(--line);border-radius:var(--radius-card);background:var(--n1);box-shadow:var(--shadow)}
.variants a{display:block;padding:6px 10px;border-radius:var(--radius);color:var(--n12);text-decoration:none}
.variants a:hover{background:var(--n3)}
.variants a[aria-current]{color:var(--accent-strong);font-weight:500}
.banner{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:8px 24px;border-bottom:1px solid var(--attention-line);background:var(--attention-soft);font-size:14px}
.banner p{margin:0}
.columns{display:grid;grid-template-columns:256px minmax(0,1fr) 224px;max-width:1440px;margin:0 auto}
.side,.contents{scrollbar-width:thin;scrollbar-color:var(--n6) transparent}
.side{order:-1;position:sticky;top:56px;align-self:start;height:calc(100vh - 56px);overflow-y:auto;overscroll-behavior:contain;padding:24px 16px 48px 24px;font-size:14px;line-height:1.4}
.side ul,.contents ul{list-style:none;margin:0;padding:0}
.side a{display:block;padding:5px 10px;margin:1px 0;border-radius:var(--radius);color:var(--n11);text-decoration:none;overflow-wrap:anywhere}
.side a:hover{background:var(--n3);color:var(--n12)}
.side a[aria-current]{background:var(--accent-soft);color:var(--accent-strong);font-weight:500}
.nav-title{margin:20px 0 4px;padding:0 10px;font-size:13px;font-weight:600;color:var(--n12)}
li:first-child>.nav-title{margin-top:4px}
.side .nav-title>a{margin:0 -10px}
.side .nav-title>a:not([aria-current]){color:var(--n12)}
.side summary{padding:6px 10px;border-radius:var(--radius);font-weight:600;color:var(--n12);cursor:pointer}
.side summary:hover{background:var(--n3)}
.side details>ul{padding-left:8px;margin-bottom:12px}
main{min-width:0;padding:32px 48px 96px;justify-self:center;width:100%;max-width:848px}
.trail{margin:0 0 4px;font-size:13px;color:var(--n10)}
h1{font-size:30px;line-height:1.2;font-weight:600;letter-spacing:-.01em;margin:0 0 12px;overflow-wrap:anywhere}
.lead{font-size:18px;line-height:1.55;color:var(--n10);margin:0 0 32px}
.content{overflow-wrap:break-word}
.content h2{font-size:22px;line-height:1.3;font-weight:600;margin:48px 0 12px;padding-top:4px}
.content h3{font-size:18px;line-height:1.35;font-weight:600;margin:32px 0 8px}
.content h4,.content h5,.content h6{font-size:16px;font-weight:600;margin:24px 0 4px}
.content>:first-child{margin-top:0}.content>h1{margin-bottom:20px}
.content p,.content ul,.content ol,.content dl{margin:0 0 16px}
.content ul,.content ol{padding-left:26px}
.content li{margin:4px 0}.content li>p{margin-bottom:8px}
.content img{max-width:100%;height:auto;border-radius:var(--radius)}
.content p>img:only-child:not([src*=".svg"]){outline:1px solid var(--n6);outline-offset:-1px}
.content figure img{outline:none!important}
.content img:not([src]){display:inline-block;padding:6px 10px;border:1px dashed var(--n7);outline:none!important;font-size:14px;color:var(--n11)}
.content hr{border:0;border-top:var(--line);margin:32px 0}
.content blockquote{margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid var(--n7);color:var(--n11)}
.content figure{margin:0 0 20px;padding:12px;border:var(--line);border-radius:var(--radius-card)}
.content figcaption{margin-top:8px;font-size:14px;color:var(--n10);text-align:center}
.content kbd{padding:1px 5px;border:var(--line);border-radius:4px;font:0.85em var(--mono)}
.anchor{margin-left:8px;color:var(--n10);text-decoration:none;font-weight:400;opacity:0}
.anchor::before{content:"#"}
:is(h2,h3,h4):hover>.anchor,.anchor:focus-visible{opacity:1}
code,pre{font-family:var(--mono)}
.content :not(pre)>code{padding:2px 5px;border-radius:4px;background:var(--n3);font-size:.875em;overflow-wrap:anywhere}
.code{position:relative;margin:0 0 20px;border:var(--line);border-radius:var(--radius-card);background:var(--n2);overflow:hidden}
.content .code-title{margin:0;padding:8px 14px;border-bottom:var(--line);font-size:13px;line-height:1.4;font-weight:500;color:var(--n11)}
.code pre{margin:0;padding:14px 16px;overflow-x:auto;font-size:13.5px;line-height:1.6;tab-size:2}
.code pre:focus-visible{outline-offset:-2px}
.code .line{display:block;width:max-content;min-width:calc(100% + 32px);margin:0 -16px;padding:0 16px;background:var(--accent-soft);box-shadow:inset 3px 0 var(--accent)}
.code .added{background:var(--success-soft);box-shadow:inset 3px 0 var(--success)}
.code .removed{background:var(--danger-soft);box-shadow:inset 3px 0 var(--danger)}
.diagram img{display:block;max-width:100%;height:auto;margin:0 auto;padding:16px}
.diagram .as-text{right:72px}
.drawing{position:fixed;left:-9999px;top:0;width:1200px;height:800px;border:0;visibility:hidden}
math[display=block]{overflow:auto hidden;padding:4px 0}
.trail ol{display:flex;flex-wrap:wrap;gap:2px 8px;margin:0 0 8px;padding:0;list-style:none;font-size:13px;line-height:1.5;color:var(--n11)}
.trail li+li::before{content:"/";margin-right:8px;color:var(--n9)}
.trail a{color:inherit;text-decoration:none}.trail a:hover{color:var(--n12);text-decoration:underline}
@media (prefers-color-scheme:light){html:not(.dark) .only-dark{display:none}}@media (prefers-color-scheme:dark){html:not(.light) .only-light{display:none}}
html.light .only-dark,html.dark .only-light{display:none}
.tml-right{text-align:right;padding-right:0}.tml-left{text-align:left;padding-left:0}
.copy{position:absolute;top:6px;right:6px;height:28px;padding:0 10px;border:var(--line);border-radius:var(--radius);background:var(--n1);color:var(--n11);font:500 12px/1 var(--sans);cursor:pointer;opacity:0}
.code:hover .copy,.copy:focus-visible{opacity:1}
@media (hover:none){.copy{opacity:1}}
.t-cmnt{color:var(--n10);font-style:italic}.t-kwd,.t-section,.t-esc{color:var(--code-key)}.t-str,.t-insert{color:var(--code-text)}.t-num,.t-bool{color:var(--code-number)}.t-func,.t-class,.t-type,.t-var{color:var(--code-name)}.t-deleted,.t-err{color:var(--danger)}
.table{overflow-x:auto;margin:0 0 20px}
table{border-collapse:collapse;width:100%;font-size:14.5px;line-height:1.5}
th,td{padding:8px 12px;border-bottom:var(--line);text-align:left;vertical-align:top}
th:first-child,td:first-child{padding-left:0}
th{font-weight:600;font-size:13px;color:var(--n11)}
td code{white-space:nowrap}
.callout{margin:0 0 20px;padding:12px 16px;border:1px solid var(--progress-line);border-radius:var(--radius-card);background:var(--progress-soft)}
.callout>:last-child,.card>:last-child,.step>:last-child,.tab>:last-child,.content details>:last-child,.component>:last-child{margin-bottom:0}
.content .callout-title{margin:0 0 2px;font-size:14px;font-weight:600;color:var(--progress)}
.callout-tip,.callout-success{border-color:var(--success-line);background:var(--success-soft)}.callout-tip .callout-title,.callout-success .callout-title{color:var(--success)}
.callout-warning{border-color:var(--attention-line);background:var(--attention-soft)}.callout-warning .callout-title{color:var(--attention)}
.callout-danger{border-color:var(--danger-line);background:var(--danger-soft)}.callout-danger .callout-title{color:var(--danger)}
.callout :not(pre)>code{background:light-dark(rgb(0 0 0/.06),rgb(255 255 255/.09))}
.callout a{color:inherit}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:16px;margin:0 0 20px}
.card{position:relative;padding:16px;border:var(--line);border-radius:var(--radius-card);font-size:15px}
.content>.card{margin-bottom:20px}
.content .card-title{margin:0 0 4px;font-size:15px;font-weight:600}
.card:has(.card-title a:hover){background:var(--n2);border-color:var(--n7)}
.card-title a{color:var(--n12);text-decoration:none}.card-title a::after{content:"";position:absolute;inset:0}
.card :not(.card-title)>a{position:relative}
.content .actions{display:flex;flex-wrap:wrap;gap:10px;margin-bottom:32px}
.actions a{padding:8px 16px;border:var(--line);border-radius:var(--radius);color:var(--n12);font-size:14px;font-weight:500;text-decoration:none}
.actions a:hover{background:var(--n3)}
.actions a:first-child{border-color:transparent;background:var(--accent-solid);color:var(--on-accent)}
.actions a:first-child:hover{background:var(--accent-strong)}
.content .overview ul{list-style:none;margin:0;padding:0;font-size:14px}
.content ol.steps{list-style:none;padding:0;counter-reset:step}
ol.steps>.step{counter-increment:step;position:relative;margin:0;padding:0 0 24px 44px}
ol.steps>.step::before{content:counter(step);position:absolute;left:0;top:0;width:26px;height:26px;border-radius:50%;background:var(--n4);font:600 13px/26px var(--sans);text-align:center;color:var(--n12)}
ol.steps>.step:not(:last-child)::after{content:"";position:absolute;left:13px;top:32px;bottom:4px;border-left:var(--line)}
.content .step-title,.content .tab-title{margin:0 0 6px;font-weight:600}
.tabs{margin:0 0 20px}
.tab{margin:0 0 16px}
.tab-list{display:flex;overflow:auto hidden;scrollbar-width:thin;border-bottom:var(--line);margin-bottom:12px}
.tab-list button{padding:8px 12px;border:0;border-bottom:2px solid transparent;margin-bottom:-1px;background:none;color:var(--n10);font:500 14px/1.4 var(--sans);cursor:pointer;white-space:nowrap}
.tab-list button[aria-selected=true]{color:var(--n12);border-color:var(--accent)}
.tab-list button:focus-visible{outline-offset:-2px}
.content dt{font-weight:600}.content dt p{margin:0}.content dd{margin:0 0 12px 20px}.content dd>:last-child{margin-bottom:0}
.content details{margin:0 0 12px;padding:0 16px;border:var(--line);border-radius:var(--radius-card)}
.content summary{margin:0 -16px;padding:10px 16px;font-weight:500;cursor:pointer}
.content details[open]{padding-bottom:14px}
.field{padding:12px 0;border-top:var(--line)}
.content .field-name{margin:0 0 4px}.field-type,.field-required{font-size:14px;color:var(--n10)}.field-required{color:var(--attention)}
.update{padding:20px 0;border-top:var(--line)}
.content .update-label{margin:0;font-weight:600;font-size:18px}.content .update-description{font-size:14px;color:var(--n10)}
.badge{display:inline-block;padding:1px 7px;border-radius:9px;background:var(--accent-soft);color:var(--accent-strong);font-size:12px;font-weight:500;line-height:1.5}
div.component{margin:0 0 20px;padding:12px 16px;border:1px dashed var(--n7);border-radius:var(--radius-card)}
span.component{padding:1px 4px;border:1px dashed var(--n7);border-radius:4px}
.foreign{padding:2px 6px;border:1px dashed var(--n7);border-radius:4px;font-size:14px;color:var(--n11)}
.contains-task-list{list-style:none}.contains-task-list input{margin:0 6px 0 -20px}
.contents{position:sticky;top:56px;align-self:start;max-height:calc(100vh - 56px);overflow-y:auto;padding:40px 24px 32px 0;font-size:13px;line-height:1.4}
.contents p{margin:0 0 8px;font-weight:600}
.contents a{display:block;padding:3px 0 3px 12px;border-left:1px solid var(--n6);color:var(--n10);text-decoration:none;overflow-wrap:anywhere}
.contents .deep a{padding-left:24px}
.contents a:hover,.contents a[aria-current]{color:var(--n12)}.contents a[aria-current]{border-color:var(--accent)}
.after{margin-top:56px;padding-top:16px;border-top:var(--line);font-size:14px}
.pager{display:grid;grid-template-columns:1fr 1fr;gap:16px;margin-bottom:24px}
.pager a{padding:12px 16px;border:var(--line);border-radius:var(--radius-card);color:var(--n12);text-decoration:none;font-weight:500;overflow-wrap:anywhere}
.pager a:hover{background:var(--n2);border-color:var(--n7)}
.pager small{display:block;font-weight:400;font-size:13px;color:var(--n10)}
.pager .next{grid-column:2;text-align:right}
.meta{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center}
.meta a{color:var(--n11)}
.notice{max-width:560px;margin:12vh auto}
.find{display:block;min-height:36px;margin:24px 0;--docent-search-width:100%}
.page-feedback{display:block;min-height:34px;margin:0 0 16px}
@media (max-width:1180px){.columns{grid-template-columns:240px minmax(0,1fr)}.contents{display:none}}
@media (min-width:1181px){.columns:not(:has(.contents)){grid-template-columns:256px minmax(0,1fr) 224px}}
@media (max-width:800px){
.links{display:none}.top{gap:8px;padding:0 12px}.variants summary{max-width:96px;overflow:hidden}.tools{gap:4px}docent-assistant.search{flex-basis:132px}.banner{padding:8px 16px}
.columns{display:flex;flex-direction:column}
.side{position:static;align-self:stretch;height:auto;max-height:none;padding:8px 16px;border-bottom:var(--line);background:var(--n2)}
.js .side:not(.open){display:none}
main{padding:24px 16px 72px}
h1{font-size:26px}.lead{font-size:17px;margin-bottom:24px}
.side a,.side summary{padding:10px}.page-menu ul a,.page-menu ul button{padding:10px 12px}
.pager{grid-template-columns:1fr}.pager .next{grid-column:1}
}
.framed main{padding:20px 24px 32px;max-width:none}.framed h1{font-size:24px}.framed .lead{font-size:16px;margin-bottom:20px}
.changed{background:var(--accent-soft);box-shadow:-4px 0 0 var(--accent-soft),-7px 0 0 var(--accent)}[id="docent:change"]{scroll-margin-top:72px}
@media print{
:root{color-scheme:light!important}article:has(>.page-menu)>:first-child{padding:0}
.top,.side,.contents,.after,.banner,.trail,.page-menu,.drawing,.copy,.anchor,.skip,.tab-list,docent-assistant{display:none!important}
body{background:none;font-size:11pt;line-height:1.5}.columns{display:block;max-width:none}main{max-width:none;padding:0}
h1{font-size:22pt}.lead{font-size:13pt}.content h2{font-size:16pt;margin-top:24pt}.content h3{font-size:13pt}
h1,h2,h3,h4,.tab-title,.step-title,.card-title,.code-title{break-after:avoid}
.code,.callout,.card,tr,img,figure{break-inside:avoid}
.code pre{white-space:pre-wrap;overflow-wrap:anywhere}.table{overflow:visible}
table{font-size:9.5pt}th,td{padding:4pt 6pt;overflow-wrap:break-word}td code{white-space:normal}.wide table{font-size:8pt}.wide th,.wide td{padding:3pt;overflow-wrap:anywhere}
.tab[hidden],.tab .tab-title[hidden]{display:block!important}
.content details{padding-bottom:10px}.content details::details-content{content-visibility:visible;block-size:auto}
.content a[href^="http"]::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}
.foreign[href^="http"]::after{content:none}
}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
