import type { NetworkId } from '@latchkey/wire/caip'
import type { PayAssetId } from '@latchkey/wire/http/pay'
import type { Network } from '../network/network.js'

/** What is paid with: a coin or a token of one network. */
export type PaymentAsset = {
  /** CAIP-2 id of one of the site's networks. */
  readonly network: NetworkId
  /** `native`, or the address of the token. */
  readonly asset: string
  readonly metadata: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly logoURI?: string | undefined
  }
}

/** What `openPay` and `pay` take. */
export type PaymentOptions = {
  readonly paymentAsset: PaymentAsset
  /** The address that is paid, on the network of the asset. */
  readonly recipient: string
  /** Whole tokens as decimal text, such as `'12.50'`. A number is read as it prints. */
  readonly amount: string | number
  /**
   * The site's own id of the payment, such as an order number. With it, this browser pays at most once,
   * also after a reload. Letters, digits and `-_.:`, at most 64.
   */
  readonly id?: string | undefined
  /** Opens exchanges in a window of their own. Otherwise the page itself goes there. Default true. */
  readonly openInNewTab?: boolean | undefined
  /** Where the page goes at the end. */
  readonly redirectUrl?:
    | { readonly success: string; readonly failure?: string | undefined }
    | undefined
  /** Limits the exchanges; only one of the two. */
  readonly payWithExchange?:
    | {
        readonly includeOnly?: readonly string[] | undefined
        readonly exclude?: readonly string[] | undefined
      }
    | undefined
  /** The word on the button. Default `pay`. */
  readonly choice?: 'pay' | 'deposit' | undefined
}

/** A payment with parsed options. Nothing of it changes. */
export type Payment = {
  readonly id: string
  /** The site chose the id: it is paid at most once. */
  readonly isNamed: boolean
  readonly network: Network
  readonly token: {
    /** Absent for the native coin. */
    readonly address?: string | undefined
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly icon?: string | undefined
  }
  readonly assetId: PayAssetId
  /** In the canonical form of the network. */
  readonly recipient: string
  readonly units: bigint
  /** The same amount as exact decimal text. */
  readonly amount: string
  readonly openInNewTab: boolean
  readonly redirectUrl: PaymentOptions['redirectUrl']
  readonly exchanges: NonNullable<PaymentOptions['payWithExchange']>
  readonly choice: 'pay' | 'deposit'
}

/** An exchange a visitor can pay from. */
export type Exchange = {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | null
}

/** A payment that was made. Untrusted on a server: verify it there with `latchkey/pay/server`. */
export type PaymentResult = {
  readonly id: string
  readonly method: 'wallet' | 'exchange'
  readonly network: NetworkId
  readonly asset: PayAssetId
  /** Whole tokens, as exact decimal text. */
  readonly amount: string
  readonly recipient: string
  /** The transaction; an exchange may not report it. */
  readonly hash?: string | undefined
  /** The account that paid, for wallets. */
  readonly from?: string | undefined
  readonly exchangeId?: string | undefined
  readonly sessionId?: string | undefined
}
