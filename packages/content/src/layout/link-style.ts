/** How links between the pages of a site are written, where sites differ. */
export interface LinkStyle {
  /** Relative targets count from the folder of the file. */
  fromFile: boolean
  /** Relative targets count from the address of the page, as a browser does it. */
  fromAddress: boolean
  /** Addresses of pages end in a slash: a relative address counts from the page as if it were a folder. */
  isFolder: boolean
  /** Every address of the host belongs to the documentation: one that no page has is a mistake. */
  ownsHost: boolean
}

/** Links name files, and every address of the host is the site's. */
export const FILE_LINKS: LinkStyle = { fromFile: true, fromAddress: false, isFolder: false, ownsHost: true }
/** Links name files, or addresses that count from the page as from a folder. */
export const FOLDER_LINKS: LinkStyle = { fromFile: true, fromAddress: true, isFolder: true, ownsHost: true }
/** Documentation beside other pages of a larger site. */
export const PART_LINKS: LinkStyle = { fromFile: true, fromAddress: true, isFolder: false, ownsHost: false }
