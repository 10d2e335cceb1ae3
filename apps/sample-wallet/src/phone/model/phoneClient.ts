import type { WalletClient } from '@latchkey/pairing/wallet'

/** What the phone uses of the pairing client. */
export type PhoneClient = Pick<
  WalletClient,
  | 'pair'
  | 'approve'
  | 'reject'
  | 'respond'
  | 'signIn'
  | 'update'
  | 'emit'
  | 'disconnect'
  | 'restore'
  | 'sessions'
  | 'on'
>
