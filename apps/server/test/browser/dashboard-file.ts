/** A file of the dashboard. */
export const dashboardFile = (file: string) => new URL(`../../../dashboard/${file}`, import.meta.url).pathname
