/** A wallet as directories list it (specification §3) and as sites add their own. */
export type WalletListing = {
  readonly id: string
  readonly name: string
  readonly homepage?: string | undefined
  readonly image_id?: string | undefined
  readonly image_url?: string | undefined
  readonly rdns?: string | undefined
  readonly mobile_link?: string | undefined
  readonly link_mode?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
  readonly chrome_store?: string | undefined
  readonly chains?: readonly string[] | undefined
}

const textFields = [
  'homepage',
  'image_id',
  'image_url',
  'rdns',
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
] as const

/** Keeps the known fields of a listing from outside; undefined when it has no id or name. */
export function parseWalletListing(value: unknown): WalletListing | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  const { id, name, chains } = record
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '')
    return undefined
  const listing: Record<string, unknown> = { id, name }
  for (const field of textFields) {
    if (typeof record[field] === 'string' && record[field] !== '') listing[field] = record[field]
  }
  if (Array.isArray(chains)) listing.chains = chains.filter((chain) => typeof chain === 'string')
  return listing as WalletListing
}
