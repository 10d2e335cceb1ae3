import { isImageLink, isWebLink } from '../links.js'
import { toWalletLink } from '../walletLinks.js'

/** A wallet in a directory (specification §3), or one that a site adds. */
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
  readonly badge_type?: 'certified' | 'none' | undefined
}

/** Allowed kind of each link in a listing. */
export const linkKinds = {
  homepage: 'web',
  image_url: 'image',
  mobile_link: 'wallet',
  link_mode: 'web',
  desktop_link: 'wallet',
  webapp_link: 'web',
  app_store: 'web',
  play_store: 'web',
  chrome_store: 'web',
} as const

const linkRules = {
  web: isWebLink,
  image: isImageLink,
  wallet: (link: unknown) => toWalletLink(link) !== undefined,
}

/** Whether a field of a listing is a link that must not be opened or shown. */
export function isBadLink(field: string, value: unknown): boolean {
  if (!Object.hasOwn(linkKinds, field) || value === undefined) return false
  return !linkRules[linkKinds[field as keyof typeof linkKinds]](value)
}

const textFields = ['image_id', 'rdns', 'badge_type', ...Object.keys(linkKinds)]

/** Keeps the known fields of an external listing; undefined when it has no id or name. */
export function parseWalletListing(value: unknown): WalletListing | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Record<string, unknown>
  const { id, name, chains } = record
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '')
    return undefined
  const listing: Record<string, unknown> = { id, name }
  for (const field of textFields) {
    const text = record[field]
    if (typeof text === 'string' && text !== '' && !isBadLink(field, text)) listing[field] = text
  }
  if (Array.isArray(chains)) listing.chains = chains.filter((chain) => typeof chain === 'string')
  return listing as WalletListing
}
