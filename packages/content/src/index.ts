export type { ActivePart } from './active/active-part.ts'
export { activeParts } from './active/active-parts.ts'
export {
  codeBesideNavigation,
  isNavigationScript,
  isNewNavigation,
} from './active/configuration-code.ts'
export { isSecretName } from './active/includes.ts'
export { contentHash } from './basics/content-hash.ts'
export { CpuBudget } from './basics/cpu-budget.ts'
export { type Defined, defined } from './basics/defined.ts'
export { isInLanguageRange, normalizedLanguage } from './basics/language-range.ts'
export { checkOpenapi, isOpenapi, type OpenapiSite, openapiReferences } from './checks/check-openapi.ts'
export { checkPage } from './checks/check-page.ts'
export type { Site } from './checks/checked-site.ts'
export {
  type AddedFormat,
  addFormat,
  formatOf,
  frontmatterOf,
  inspectPage,
  isInFormats,
  navigationLabel,
  relativeImports,
} from './formats/formats.ts'
export { withEmoji } from './formats/markdown/dialects/emoji.ts'
export { expandDialects } from './formats/markdown/dialects/expand-dialects.ts'
export { writeLineMarks } from './formats/markdown/dialects/line-marks.ts'
export {
  CALLOUT_KINDS,
  CALLOUT_TONES,
  type CalloutTone,
} from './formats/markdown/dialects/parts/callout-kinds.ts'
export { writeFormulas } from './formats/markdown/dialects/written-formulas.ts'
export { extractLinks } from './formats/markdown/extract-links.ts'
export { type ParsePageOptions, parsePage } from './formats/markdown/parse-page.ts'
export { plainMarkdown } from './formats/markdown/plain-markdown.ts'
export { joinNeighbours } from './formats/page/join-neighbours.ts'
export type { Heading, Page } from './formats/page/page.ts'
export { shortTitleOf, UNREADABLE_GROUP } from './formats/page/page-metadata.ts'
export type { Passage, PassageSection } from './formats/page/passage.ts'
export type {
  InspectPageOptions,
  PageInspection,
  PagePlace,
  PageRequest,
  ParsedPage,
  SourceFormat,
} from './formats/page/source-format.ts'
export { addGenerator } from './generators/generators.ts'
export { configurationNames, includableFiles, isLayoutFile } from './generators/layout-file.ts'
export { addRedirect } from './generators/mintlify/add-redirect.ts'
export { checkNavigation } from './generators/mintlify/check-navigation.ts'
export { parseNavigation } from './generators/mintlify/parse-navigation.ts'
export { namedSettings } from './generators/named-settings.ts'
export { otherSites } from './generators/other-sites.ts'
export type { Generator, SettingsFile } from './layout/generator.ts'
export { type IncludedTexts, type IncludingPage, includedTexts } from './layout/included-texts.ts'
export { holdsFolder } from './layout/layout-within.ts'
export type { Navigation, NavigationEntry, Redirect } from './layout/navigation.ts'
export { presenceOf } from './layout/page-presence.ts'
export type { PagePresence, PageState } from './layout/page-state.ts'
export { redirectedPaths } from './layout/redirected-paths.ts'
export type {
  ArrangedPage,
  DeclaredOpenapi,
  LayoutSource,
  SiteArrangement,
  SiteLayout,
} from './layout/site-layout.ts'
export type { SiteTarget } from './layout/site-target.ts'
export { unreadPages } from './layout/unread-pages.ts'
export { type ReadYamlOptions, readYaml } from './located/read-yaml.ts'
export { eachCommandKey, eachHeadedCommand } from './names/commands/command-keys.ts'
export { type ExtractOptions, extractNames, namesOfCode } from './names/extract-names.ts'
export { factKey, factNumber, isFact } from './names/facts/fact-keys.ts'
export { TextLayout } from './names/facts/text-layout.ts'
export { anchorKeys, eachHeadingKey, isAnchor } from './names/keys/anchors.ts'
export { DEFAULT_NUMBER, defaultKey } from './names/keys/defaults.ts'
export { eachNameKey } from './names/keys/name-keys.ts'
export { nearestName, nearestNames } from './names/nearest-name.ts'
export { addPageNames } from './names/page-names.ts'
export type { SeenText } from './names/seen/seen-draft.ts'
export { seenText } from './names/seen/seen-text.ts'
export { isModuleSpace, isOwnSpace, isSpaceKey, spaceKeys } from './names/spaces/spaces.ts'
export type { FoundName, NameKind, NamePair } from './names/text/found-name.ts'
export { markdownRegions } from './names/text/regions.ts'
export type { FormatName } from './paths/format-name.ts'
export type { Link, LinkKind } from './paths/link.ts'
export { type LinkTarget, linkProblem } from './paths/link-problem.ts'
export {
  MARKDOWN_EXTENSION,
  pageEndings,
  pageExtension,
  pageFileNames,
  withoutAddressExtension,
  withoutPageExtension,
} from './paths/page-extension.ts'
export { isDocumentationFile, normalizePagePath, pagePathOf } from './paths/page-path.ts'
export type { Problem, ProblemRule } from './paths/problem.ts'
export {
  decodeTarget,
  type FileTarget,
  type PageTarget,
  type ResolvedLink,
  type ResolveLinkOptions,
  resolveLink,
  withoutBase,
} from './paths/resolve-link.ts'
export { extensionOf, isUnreadDocument } from './paths/unread-formats.ts'
export { detectLayout, detectLayoutWithin, type FolderAbove } from './site.ts'
export { linesLinkingTo } from './site-map/lines-linking-to.ts'
export { type RewrittenPage, rewriteSiteLinks, type SiteMove } from './site-map/rewrite-site-links.ts'
export { SiteMap, type SiteMapOptions } from './site-map/site-map.ts'
export { addToNavigation, type NewPage } from './site-navigation/add-to-navigation.ts'
export {
  checkSiteNavigation,
  hasNavigation,
  navigationFile,
  unlistedPages,
} from './site-navigation/check-site-navigation.ts'
export { computedNavigation, type SiteChange } from './site-navigation/computed-navigation.ts'
export { deadEntries } from './site-navigation/dead-entries.ts'
export {
  addSiteRedirect,
  moveInNavigation,
  type NavigationMove,
  removeFromNavigation,
} from './site-navigation/move-in-navigation.ts'
export { readNavigation } from './site-navigation/read-navigation.ts'
export { type SiteOrigin, siteOrigin } from './site-origin.ts'
