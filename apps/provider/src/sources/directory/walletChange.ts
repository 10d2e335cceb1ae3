import { directoryWallet } from '@latchkey/wire/http/wallets'
import * as v from 'valibot'

/** A wallet to list, or changed fields of a listed one; `null` removes a field. */
export const walletChange = v.strictObject({
  ...directoryWallet.entries,
  name: v.optional(directoryWallet.entries.name),
})

export type WalletChange = v.InferOutput<typeof walletChange>
