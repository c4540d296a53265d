import type { JSX } from 'preact'

const icon = (path: string) => (): JSX.Element => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor">
    <path d={path} stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" />
  </svg>
)

export const CloseIcon = icon('M4 4l8 8M12 4l-8 8')
export const SendIcon = icon('M8 13V3M4 7l4-4 4 4')
export const StopIcon = icon('M5 5h6v6H5z')
export const NewIcon = icon('M8 3v10M3 8h10')
export const SearchIcon = icon('M11 11l3 3M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10z')
export const SparkIcon = icon('M8 2l1.5 4.5L14 8l-4.500 1.500L8 14l-1.500-4.500L2 8l4.500-1.500z')
export const UpIcon = icon(
  'M5 7v6H3V7zM5 7l3-5c1.500 0 1.700 1.200 1.300 2.500L9 6h3.500c.8 0 1.200.7 1 1.400l-1.300 4.600c-.2.600-.600 1-1.200 1H5',
)
export const DownIcon = icon(
  'M11 9V3h2v6zM11 9l-3 5c-1.500 0-1.700-1.200-1.300-2.500L7 10H3.500c-.8 0-1.200-.7-1-1.400l1.300-4.600c.2-.600.600-1 1.200-1H11',
)
export const RetryIcon = icon('M13 8a5 5 0 1 1-1.500-3.500L13 6M13 3v3h-3')
export const CopyIcon = icon('M6 6h7v7H6zM3 10V3h7')
