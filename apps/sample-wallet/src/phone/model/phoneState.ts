import type { RelayState } from '@latchkey/pairing/events'
import type { RequestDescription } from '../../requests/describeRequest.js'
import type { Offer } from './grant.js'

/** Untrusted dapp metadata, shown only as text. */
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
  /** The message text with the signing account. */
  readonly description: (account: number) => RequestDescription
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
  readonly description: RequestDescription
  /** Notice after the request was performed. */
  readonly done: string
  /** Performs the request. Rejects with `RpcError`. */
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

/** `ask` shows a sheet; the others decide automatically, or never. */
export type PhoneScript = 'ask' | 'approve' | 'refuse' | 'never'

export type Notice = { readonly tone: 'good' | 'bad'; readonly text: string }

export type PhoneState = {
  readonly account: number
  /** The network in use; networks are CAIP-2 ids. */
  readonly chain: string
  readonly chains: readonly string[]
  /** By `chain:account`; missing while loading. */
  readonly balances: Readonly<Record<string, bigint | 'unavailable'>>
  readonly relay: RelayState
  readonly script: PhoneScript
  readonly sessions: readonly SessionItem[]
  readonly inbox: readonly InboxItem[]
  /** A link was accepted and its proposal has not arrived yet. */
  readonly pairing: boolean
  /** The item whose response is being sent. */
  readonly deciding?: string | undefined
  readonly notice?: Notice | undefined
}

export const balanceKey = (chain: string, account: number) => `${chain}:${account}`
