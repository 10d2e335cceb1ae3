import type { Network } from '../../core/network/network.js'
import { createStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { Collectible } from './collectible.js'

export type NftOwner = { readonly address: string; readonly network: Network }

/** The loaded collectibles of an account on a network. */
export type NftList = {
  readonly items: readonly Collectible[]
  /** Cursor of the next page; null after the last page, undefined before the first. */
  readonly next: string | null | undefined
  /** Several pages in a row had nothing new: loading continues only on request. */
  readonly isExhausted: boolean
  /** When the first page was loaded. */
  readonly readAt: number | undefined
  /** The last failure and its page; cleared by the next success. */
  readonly failure:
    | { readonly at: number; readonly error: unknown; readonly cursor: string | undefined }
    | undefined
}

export type NftsState = {
  /** By `ownerKey`. */
  readonly lists: { readonly [owner: string]: NftList }
  /** The id of the last opened collectible, until the list is shown again. */
  readonly opened: string | undefined
}

export const emptyList: NftList = {
  items: [],
  next: undefined,
  isExhausted: false,
  readAt: undefined,
  failure: undefined,
}

export function ownerKey({ address, network }: NftOwner): string {
  return `${network.id}:${address}`
}

export function nftsOf(widget: Widget): Store<NftsState> {
  return getOrCreate(widget, createNfts)
}

function createNfts(): Store<NftsState> {
  return createStore<NftsState>({ lists: {}, opened: undefined })
}
