import { bytesToHex } from '@noble/hashes/utils.js'
import type { SampleFamily } from '../families/sampleFamily.js'
import { type Control, createWallet, type Provider } from './createWallet.js'
import { createPrompt } from './prompt.js'
import { readSettings, type WalletSettings } from './settings.js'

function localStorageOrNothing(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    // Reading the property itself throws in a sandboxed frame.
    return undefined
  }
}

/** Two wallets may have the same rdns, as impostors do: the second is stored as `rdns#2`. */
function freeKey(rdns: string, taken: Record<string, unknown>): string {
  let key = rdns
  for (let count = 2; key in taken; count += 1) key = `${rdns}#${count}`
  return key
}

/** Works on sites under plain HTTP too, where `crypto.randomUUID` does not exist. */
function createUuid(): string {
  const hex = bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
  const version4 = `4${hex.slice(13, 16)}-a${hex.slice(17, 20)}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version4}-${hex.slice(20)}`
}

/** Injects the wallets of `window.__sampleWallets`; `createFamilies` creates the families besides eip155. */
export function installWallets(createFamilies: (names: readonly string[]) => SampleFamily[]): void {
  const script = document.currentScript
  const settings = readSettings(window.__sampleWallets, {
    uuid: createUuid,
    localUrl:
      script instanceof HTMLScriptElement && script.src
        ? new URL('/local.json', script.src).href
        : undefined,
  })

  const controls: Record<string, Control> = {}
  for (const wallet of settings) {
    const key = freeKey(wallet.rdns, controls)
    const control = createWallet(wallet, {
      key,
      origin: location.origin,
      storage: localStorageOrNothing(),
      prompt: createPrompt({ name: wallet.name, icon: wallet.icon, host: location.host }),
      report: (error) => reportError(error),
      createFamilies,
    })
    controls[key] = control
    if (wallet.legacy) window.ethereum ??= control.provider
    if (!wallet.announce) continue
    if (wallet.families.includes('eip155')) announce(window, wallet, control.provider)
    for (const { family, pageWallet } of control.pageWallets) family.inject(window, pageWallet)
  }
  window.sampleWallets = { ...window.sampleWallets, ...controls }
}

/** EIP-6963: announces the wallet now and on every request. */
function announce(
  target: EventTarget,
  { uuid, name, icon, rdns }: WalletSettings,
  provider: Provider,
): void {
  const dispatch = () => {
    // A new frozen object each time, so that listeners cannot change it for others.
    const detail = Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider })
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  target.addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
}
