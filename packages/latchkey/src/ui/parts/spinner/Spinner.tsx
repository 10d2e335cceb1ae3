export type SpinnerProps = { readonly size?: number }

/** Only inside something pressed, which says by `aria-busy` what this shows. */
export function Spinner({ size = 20 }: SpinnerProps) {
  return (
    <svg className="spinner" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" pathLength="100" />
    </svg>
  )
}
