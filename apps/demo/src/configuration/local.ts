import { isRecord, isText } from './shape.js'

/** URLs of the dev stack. */
export type Local = {
  /** By network id. */
  readonly nodes: Readonly<Record<string, string>>
  readonly sampleWallet: string | undefined
  readonly relay: string | undefined
  readonly provider: string | undefined
  readonly login: string | undefined
}

/** The local Solana presents itself as the main network. */
const localSolana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** The exchange of the local EVM chains, at the same address on each. */
export const localExchange = '0xcA88B57549db9f89C1f9D3603b4e04A15242e100'

/** The project a provider keeps for pages on its own machine. */
export const developmentProject = 'latchkey-development'

/** Without the dev stack the page still works, but has no local chains or wallet. */
export async function loadLocal(): Promise<Local> {
  try {
    return readLocal(await (await fetch('/local.json')).json())
  } catch {
    return readLocal(undefined)
  }
}

export function readLocal(value: unknown): Local {
  const { chains, solana, sampleWallet, relay, provider, login } = isRecord(value) ? value : {}
  const urls = { ...(isRecord(chains) && chains), [localSolana]: solana }
  const nodes = Object.entries(urls).filter((entry) => isText(entry[1]))
  return {
    nodes: Object.fromEntries(nodes) as Record<string, string>,
    sampleWallet: isText(sampleWallet) ? sampleWallet : undefined,
    relay: isText(relay) ? relay : undefined,
    provider: isText(provider) ? provider : undefined,
    login: isText(login) ? login : undefined,
  }
}

/** Announces the sample wallet in this page, as a browser extension would. */
export function installSampleWallet({ sampleWallet }: Local): Promise<boolean> {
  if (!sampleWallet) return Promise.resolve(false)
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = new URL('/wallet.js', sampleWallet).href
    script.addEventListener('load', () => resolve(true))
    script.addEventListener('error', () => resolve(false))
    document.head.append(script)
  })
}
