import type { WalletListing } from '@latchkey/wire/registry/walletListing'

/** A wallet of `latchkey/wallets`. Pass it to the option `wallets` or `customWallets`. */
export type PackagedWallet = WalletListing & {
  readonly image_id: string
  /** A `data:` URL, so that no other host is asked for it. */
  readonly image_url: string
  readonly homepage: string
  readonly chains: readonly string[]
  /** `certified` if several public sources agree on how the wallet is recognised or opened. */
  readonly badge_type: 'certified' | 'none'
  /** How the wallet's extension marks itself in `window.ethereum` and its like. */
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[]
  /** Whether it pairs over a relay. */
  readonly supports_wc?: boolean
}

/** An SVG as an image URL. */
export function toImage(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
