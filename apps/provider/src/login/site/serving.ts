/** One request while it is answered. */
export type SiteRequest = {
  readonly raw: Request
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly network: string | undefined
  readonly signal: AbortSignal
}
