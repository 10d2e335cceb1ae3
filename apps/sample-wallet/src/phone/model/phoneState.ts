import type { RelayState } from '@latchkey/pairing/events'
import type { InWords } from '../../requests/inWords.js'
import type { Offer } from './grant.js'

/** Who asks, as it says itself: shown as text, never trusted. */
export type Dapp = {
  readonly name: string
  readonly host: string
  readonly icon?: string
}

export type ProposalItem = {
  readonly kind: 'proposal'
  readonly key: string
  readonly id: number
  readonly dapp: Dapp
  readonly offer: Offer
}
export type SignInItem = {
  readonly kind: 'sign-in'
  readonly key: string
  readonly id: number
  readonly dapp: Dapp
  readonly obstacle?: string
  /** The text, which names the account that signs. */
  readonly words: (account: number) => InWords
  readonly approve: (account: number) => Promise<unknown>
}

export type RequestItem = {
  readonly kind: 'request'
  readonly key: string
  readonly id: number
  readonly topic: string
  readonly dapp: Dapp
  readonly chain: string
  readonly method: string
  readonly words: InWords
  /** What is told once it was done. */
  readonly done: string
  /** Does it. Rejects with `RpcError`. */
  readonly perform: () => Promise<unknown>
}

export type InboxItem = ProposalItem | SignInItem | RequestItem

export type SessionItem = {
  readonly topic: string
  readonly dapp: Dapp
  readonly chains: readonly string[]
  /** CAIP-10 ids. */
  readonly accounts: readonly string[]
  /** Of the first account. */
  readonly address: string
}

/** `ask` shows a sheet; the others act for the person, or never do. */
export type PhoneScript = 'ask' | 'approve' | 'refuse' | 'never'

export type Notice = { readonly tone: 'good' | 'bad'; readonly text: string }

export type PhoneState = {
  readonly account: number
  /** The network in use; networks are CAIP-2 ids. */
  readonly chain: string
  readonly chains: readonly string[]
  /** By `chain:account`; nothing yet while it is being read. */
  readonly balances: Readonly<Record<string, bigint | 'unavailable'>>
  readonly relay: RelayState
  readonly script: PhoneScript
  readonly sessions: readonly SessionItem[]
  readonly inbox: readonly InboxItem[]
  /** A link was taken and its proposal has not arrived yet. */
  readonly pairing: boolean
  /** The item being answered. */
  readonly answering?: string | undefined
  readonly notice?: Notice | undefined
}

export const balanceKey = (chain: string, account: number) => `${chain}:${account}`
