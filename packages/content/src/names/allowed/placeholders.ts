/** Names that only stand for one's own. */
const WHOLE = new Set(
  'acme foo bar baz qux foobar example examples sample placeholder name value key id token secret password username user users email path file filename dir directory folder url host hostname port domain project repo repository owner org organization branch tag version item items data input output result results response request config options option args params props state event callback handler number string text string1 x y z i j k n a b c true false null undefined none nil yes no on off main master dev prod production development staging test tests todo xxx yyy zzz lorem ipsum alice bob john jane hello world'.split(
    ' ',
  ),
)
const PATTERN =
  /^(?:my|your|our|some|new|old|the)(?:[-_.A-Z]|$)|^(?:MY|YOUR|SOME|OUR)_|[<>{}*]|\.\.\.|…|^x{2,}$|^(?:example|sample|demo|dummy|fake|test)[-_]|(?:example|placeholder)$|_HERE$/

/** True for what nobody takes for a name of the product. */
export function isPlaceholder(text: string): boolean {
  return WHOLE.has(text) || text.length < 2 || PATTERN.test(text)
}
