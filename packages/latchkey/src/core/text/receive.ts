import type { AccountType } from '../connection/family.js'

/** Texts of the views for receiving. Import as `* as receiveText`. */

export const receive = {
  copy: 'Copy address',
  copied: 'Address copied',
  code: 'QR code of your address',
  address: 'Your address',
  line: 'Copy your address or show this QR code.',
  networks: 'Compatible networks',
  lost: 'Account not found',
} as const

/** For wallets with one account per purpose. */
export const purposes: { readonly [type in AccountType]?: string } = {
  payment: 'This address is for payments.',
  ordinal: 'This address is for ordinals. To get paid, use your payment address.',
  stx: 'This address is for Stacks.',
}

export const compatible = {
  warning: 'Only on these networks',
  warningText: 'Funds sent to this address on another network may be lost.',
  list: 'Compatible networks',
} as const
