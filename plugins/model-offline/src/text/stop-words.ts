import type { Language } from './language.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

/** Words that say nothing about what a question is about. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    `a about actually after all also am an and any anyone anything are around as at available away be because been
    before being best between but by came can cannot could d did do does doesn doing don done each either else etc even
    ever every example find for from further gave get gets getting give given go goes going good got had happen happens
    has have having he hello help her here hey hi him his how however i if in instead into is isn it its itself just
    kind know let like ll look lot made make makes many may maybe me mean might more most much must my myself need
    needed needs no nor not now of off often ok on once one only onto or other our out over own please possible quite
    rather re really right s same say says see shall she should show so some someone something such sure t take tell
    than thank thanks that the their them then there these they thing things this those through thus to together too
    under until up upon us use used uses using various ve very via want wants was way ways we well were what whatever
    when where whether which while who whole whom whose why will with within without won would yes yet you your yours
    difference differences differ compare compared versus vs`,
  ),
  de: words(
    `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bitte da dabei damit dann das dass
    daß dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
    einer eines er es etwas euch euer für gegen geht gibt gilt haben hat hier ich ihm ihn ihr ihre im in ins ist ja je
    jede jedem jeden jeder jedes jetzt kann kannst kein keine keinen können könnte lassen lässt man mein meine meinem
    meinen meiner mich mir mit muss müssen nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so soll
    sollte sondern über um und uns unser unsere unter vom von vor wann warum was weil welche welchem welchen welcher
    welches wenn wer werden wird wie wieso wir wird wo womit worin wozu zu zum zur zwischen unterschied`,
  ),
  fr: words(
    `à ai alors au aucun aussi autre aux avec avoir c ce cela ces cet cette chaque ci comme comment d dans de des donc du
    elle en entre est et être eu faire fait faut il ils j je l la le les leur leurs lui ma mais me même mes mon n ne nos
    notre nous on ont ou où par pas peut peux plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s
    sa sans se sera ses si sien son sont sous sur ta te tes toi ton tous tout toute toutes très tu un une vos votre vous
    y a différence`,
  ),
  es: words(
    `a al algo algún alguna and ante antes aquí así aunque cada como cómo con cuál cuáles cuando cuándo cuánto cuánta de
    del desde donde dónde e el él ella ellos en entre era es esa ese eso esta está están este esto estos fue ha hace
    hacer haciendo hay la las le les lo los más me mi mis mismo mucho muy nada ni no nos nuestra nuestro o os otra otro
    para pero poco por porque puede pueden puedo que qué quien quién se sea ser si sí sin sobre son su sus también tan
    te tengo tiene todo todos tu tus un una uno unos y ya yo diferencia diferencias`,
  ),
  zh: words(
    `如何 怎么 怎样 什么 为什么 哪些 哪个 哪里 是否 可以 能否 需要 应该 请问 一个 我们 我 你 吗 呢 的 了 在 是 有 和 与 及 或 把 被 对 中 里 上 区别 不同`,
  ),
  ja: words('方法 何 違い 場合 時 事 為 私'),
}
