import type { WalletListing } from 'latchkey'
import {
  coinbaseWallet,
  ledger,
  metaMask,
  okxWallet,
  phantom,
  rainbow,
  trustWallet,
  zerion,
} from 'latchkey/wallets'

/** The wallets on offer, by the names under which `latchkey/wallets` has them. */
const wallets: Readonly<Record<string, WalletListing>> = {
  metaMask,
  trustWallet,
  rainbow,
  coinbaseWallet,
  phantom,
  okxWallet,
  zerion,
  ledger,
}

export const walletChoices = Object.entries(wallets).map(([value, { name }]) => ({
  value,
  label: name,
}))

export function walletNamed(name: string): WalletListing {
  const wallet = wallets[name]
  if (!wallet) throw new Error(`No wallet is called ${name}`)
  return wallet
}
