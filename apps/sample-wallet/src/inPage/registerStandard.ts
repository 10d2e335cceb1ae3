type Register = (...wallets: unknown[]) => unknown

/** Registers a wallet by the Wallet Standard, with pages that are ready, and with others once they are. */
export function registerStandard(page: Window, wallet: object): void {
  const registerWith = ({ register }: { register: Register }) => register(wallet)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerWith }))
  page.addEventListener('wallet-standard:app-ready', (event) =>
    registerWith((event as CustomEvent<{ register: Register }>).detail),
  )
}
