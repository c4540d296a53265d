export type { ActivePart } from './active/active-part.ts'
export { activeParts } from './active/active-parts.ts'
export { isActiveAddress } from './active/addresses.ts'
export {
  codeBesideNavigation,
  isNavigationScript,
  isNewNavigation,
} from './active/configuration-code.ts'
export { checkNavigation } from './checks/check-navigation.ts'
export { checkOpenapi, isOpenapi, type OpenapiSite, openapiReferences } from './checks/check-openapi.ts'
export { checkPage } from './checks/check-page.ts'
export { type LinkTarget, linkProblem } from './checks/link-problem.ts'
export type { Problem, ProblemRule } from './checks/problem.ts'
export { contentHash } from './content-hash.ts'
export { CpuBudget } from './cpu-budget.ts'
export { type Defined, defined } from './defined.ts'
export type { FormatName } from './formats/format-name.ts'
export { formatOf, frontmatterOf, inspectPage, isInFormats, relativeImports } from './formats/formats.ts'
export { readFrontmatter } from './formats/frontmatter.ts'
export { CALLOUT_KINDS, CALLOUT_TONES, type CalloutTone } from './formats/markdown/dialects/callout-kinds.ts'
export { withEmoji } from './formats/markdown/dialects/emoji.ts'
export { expandDialects } from './formats/markdown/dialects/expand-dialects.ts'
export { expandIncludes, type IncludeOptions, includeCandidates } from './formats/markdown/expand-includes.ts'
export { extractLinks } from './formats/markdown/extract-links.ts'
export { type ParsePageOptions, parsePage } from './formats/markdown/parse-page.ts'
export { type RewriteLinksOptions, rewriteLinks } from './formats/markdown/rewrite-links.ts'
export {
  MARKDOWN_EXTENSION,
  PAGE_ENDINGS,
  pageExtension,
  pageFileNames,
  withoutAddressExtension,
  withoutPageExtension,
} from './formats/page-extension.ts'
export { shortTitleOf, UNREADABLE_GROUP } from './formats/page-metadata.ts'
export {
  includableFiles,
  isDocumentationFile,
  normalizePagePath,
  normalizeSegments,
  pagePathOf,
} from './formats/page-path.ts'
export type {
  InspectPageOptions,
  PageInspection,
  PagePlace,
  PageRequest,
  ParsedPage,
  SourceFormat,
} from './formats/source-format.ts'
export { extensionOf, isUnreadDocument } from './formats/unread-formats.ts'
export { joinNeighbours } from './join-neighbours.ts'
export { isInLanguageRange, normalizedLanguage } from './language-range.ts'
export { addRedirect } from './links/add-redirect.ts'
export type { Link, LinkKind } from './links/link.ts'
export { redirectedPaths } from './links/redirected-paths.ts'
export {
  decodeTarget,
  type FileTarget,
  type PageTarget,
  type ResolvedLink,
  type ResolveLinkOptions,
  resolveLink,
  withoutBase,
} from './links/resolve-link.ts'
export { anchorKeys, eachHeadingKey, isAnchor } from './names/anchors.ts'
export { eachCommandKey, eachHeadedCommand } from './names/commands/command-keys.ts'
export { declaredNames } from './names/declared-names.ts'
export { defaultKey } from './names/defaults.ts'
export { type ExtractOptions, extractNames } from './names/extract-names.ts'
export { factKey, factNumber, isFact } from './names/facts/fact-keys.ts'
export { TextLayout } from './names/facts/text-layout.ts'
export type { FoundName, NameKind, NamePair } from './names/found-name.ts'
export { eachNameKey } from './names/name-keys.ts'
export { nearestName, nearestNames } from './names/nearest-name.ts'
export { addPageNames } from './names/page-names.ts'
export { markdownRegions } from './names/regions.ts'
export type { SeenText } from './names/seen/seen-draft.ts'
export { seenText } from './names/seen/seen-text.ts'
export type { Heading, Page } from './page.ts'
export { type Navigation, type NavigationEntry, parseNavigation, type Redirect } from './parse-navigation.ts'
export type { Passage, PassageSection } from './passage.ts'
export { type ReadYamlOptions, readYaml } from './read-yaml.ts'
export type { Site } from './site.ts'
export { detectLayout } from './site-layout/detect-layout.ts'
export { type IncludedTexts, type IncludingPage, includedTexts } from './site-layout/included-texts.ts'
export { isLayoutFile } from './site-layout/layout-file.ts'
export { detectLayoutWithin, type FolderAbove, holdsFolder } from './site-layout/layout-within.ts'
export { presenceOf } from './site-layout/page-presence.ts'
export type { PagePresence, PageState } from './site-layout/page-state.ts'
export type {
  ArrangedPage,
  DeclaredOpenapi,
  LayoutName,
  LayoutSource,
  SiteArrangement,
  SiteLayout,
} from './site-layout/site-layout.ts'
export { unreadPages } from './site-layout/unread-pages.ts'
export { addSiteRedirect } from './site-map/add-site-redirect.ts'
export { linesLinkingTo } from './site-map/lines-linking-to.ts'
export { type RewrittenPage, rewriteSiteLinks, type SiteMove } from './site-map/rewrite-site-links.ts'
export { SiteMap, type SiteMapOptions } from './site-map/site-map.ts'
export type { SiteTarget } from './site-map/site-target.ts'
export {
  checkSiteNavigation,
  hasNavigation,
  navigationFile,
  unlistedPages,
} from './site-navigation/check-site-navigation.ts'
export { computedNavigation, type SiteChange } from './site-navigation/computed-navigation.ts'
export { deadEntries } from './site-navigation/dead-entries.ts'
export {
  moveInNavigation,
  type NavigationMove,
  removeFromNavigation,
} from './site-navigation/move-in-navigation.ts'
