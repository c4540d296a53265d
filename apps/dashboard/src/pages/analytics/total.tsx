/** A figure of a list of figures. */
export function Total({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <dt className="quiet small">{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
