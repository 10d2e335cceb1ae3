import type { Network } from '../../core/network/network.js'
import { createStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { Collectible } from './collectible.js'

export type NftOwner = { readonly address: string; readonly network: Network }

/** What is known of an account's collectibles on a network. */
export type NftList = {
  readonly items: readonly Collectible[]
  /** Where reading goes on; null when all has been read, undefined before the first page. */
  readonly next: string | null | undefined
  /** Several pages in a row brought nothing: only the visitor's wish reads on. */
  readonly isDry: boolean
  /** When the first page was read. */
  readonly readAt: number | undefined
  /** The last failure, with the page it concerned; gone with the next success. */
  readonly failure:
    | { readonly at: number; readonly error: unknown; readonly cursor: string | undefined }
    | undefined
}

export type NftsState = {
  /** By `ownerKey`. */
  readonly lists: { readonly [owner: string]: NftList }
  /** The id of the one that was looked at last, until its list is shown again. */
  readonly opened: string | undefined
}

export const unread: NftList = {
  items: [],
  next: undefined,
  isDry: false,
  readAt: undefined,
  failure: undefined,
}

export function ownerKey({ address, network }: NftOwner): string {
  return `${network.id}:${address}`
}

/** The widget's collectibles. */
export function nftsOf(widget: Widget): Store<NftsState> {
  return getOrCreate(widget, createNfts)
}

function createNfts(): Store<NftsState> {
  return createStore<NftsState>({ lists: {}, opened: undefined })
}
