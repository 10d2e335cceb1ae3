/** Decorative: the parent element sets `aria-busy` or has a text. */
export function Spinner({ size = 20 }: { readonly size?: number }) {
  return (
    <svg className="spinner" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" pathLength="100" />
    </svg>
  )
}
