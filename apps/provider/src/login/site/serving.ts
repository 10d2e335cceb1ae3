/** One request while it is answered. */
export interface Serving {
  readonly raw: Request
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly network: string | undefined
  readonly signal: AbortSignal
}
