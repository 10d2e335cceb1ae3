import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { AnnouncedWallet } from '../connection/family.js'

/** A phone's in-app browser announces this wallet under its own name. */
const sameWallet: Readonly<Record<string, string>> = { 'io.metamask.mobile': 'io.metamask' }

export function sameRdns(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return (sameWallet[one] ?? one) === (sameWallet[other] ?? other)
}

/** Whether two chain families found the same wallet; names count where ids are missing. */
export function isSameWallet(one: AnnouncedWallet, other: AnnouncedWallet): boolean {
  return one.rdns && other.rdns
    ? sameRdns(one.rdns, other.rdns)
    : plainestName(one) === plainestName(other)
}

/** One wallet drops a word of its name on some chains (public surface §8.4). */
function plainestName({ name }: AnnouncedWallet): string {
  return name.toLowerCase().replace(/^trust wallet$/, 'trust')
}

/** Whether a wallet in the page is the one a listing speaks of; names count where ids are missing. */
export function isListingOf(listing: WalletListing, wallet: AnnouncedWallet): boolean {
  if (listing.id === wallet.id || sameRdns(listing.rdns, wallet.rdns)) return true
  if (listing.rdns && wallet.rdns) return false
  return listing.name.toLowerCase() === wallet.name.toLowerCase()
}
