/** One path that can be told at 16 px: a page corner that speaks. */
export function Logo({ size = 18 }: { size?: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      <path fill="currentColor" d="M2 2h6.5a5.5 5.5 0 0 1 0 11H7l-3.5 2.5V13H2Zm2.5 2.5v6h4a3 3 0 0 0 0-6Z" />
    </svg>
  )
}
