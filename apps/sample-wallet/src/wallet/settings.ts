import { isRecord } from '@latchkey/wire/json'
import { localSolana } from '../chain/familyNetwork.js'
import { caip2Of } from '../chain/network.js'
import { readChainId } from '../chain/shape.js'
import { sampleNamespaces } from '../families/sampleFamily.js'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="24" fill="#17181c"/><path d="M26 34h40a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V34a8 8 0 0 1 8-8h30" fill="none" stroke="#f4f4f5" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><path d="M72 46H60a6 6 0 0 0 0 12h12" fill="none" stroke="#7aa2ff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** A wallet with its clasp in the accent colour. */
const sampleIcon = `data:image/svg+xml,${encodeURIComponent(drawing)}`

/** Nodes by CAIP-2 id. */
export type ChainUrls = ReadonlyMap<string, string>

const allFamilies = ['eip155', ...sampleNamespaces] as const
export type FamilyName = (typeof allFamilies)[number]

/** What `window.__sampleWallets` holds, one entry per wallet. */
export type WalletSettings = {
  readonly rdns: string
  readonly name: string
  readonly uuid: string
  readonly icon: string
  /** Its chain families. */
  readonly families: readonly FamilyName[]
  /** Indexes of the development accounts the wallet offers. */
  readonly accounts: readonly number[]
  readonly chainId: number
  readonly chains: () => Promise<ChainUrls>
  readonly script: unknown
  readonly legacy: boolean
  readonly announce: boolean
  readonly authorized: boolean
  readonly locked: boolean
}

type Defaults = { readonly uuid: () => string; readonly localUrl: string | undefined }

export function readSettings(value: unknown, { uuid, localUrl }: Defaults): WalletSettings[] {
  // Without settings the wallet is for people, so it prompts; tests set a script.
  const entries = Array.isArray(value) ? value : [{ script: 'ask', families: allFamilies }]
  return entries.filter(isRecord).map((entry) => ({
    rdns: text(entry.rdns, 'app.latchkey.sample'),
    name: text(entry.name, 'Sample Wallet'),
    uuid: text(entry.uuid, '') || uuid(),
    icon: text(entry.icon, sampleIcon),
    families: readFamilies(entry.families),
    accounts: readIndexes(entry.accounts) ?? [0],
    chainId: readChainId(entry.chainId) ?? 1,
    chains: readChains(entry.chains, localUrl),
    script: entry.script ?? 'approve',
    legacy: entry.legacy === true,
    announce: entry.announce !== false,
    authorized: entry.authorized === true,
    locked: entry.locked === true,
  }))
}

function readFamilies(value: unknown): readonly FamilyName[] {
  return Array.isArray(value) ? allFamilies.filter((name) => value.includes(name)) : ['eip155']
}

export function readIndexes(value: unknown): number[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter((index): index is number => Number.isInteger(index) && index >= 0)
}

function readChains(value: unknown, localUrl: string | undefined): () => Promise<ChainUrls> {
  if (isRecord(value)) return async () => chainUrls(value)
  let loaded: Promise<ChainUrls> | undefined
  // Fetched on first use: the announcement must not wait for the network.
  return () => {
    loaded ??= loadChains(localUrl)
    return loaded
  }
}

async function loadChains(url: string | undefined): Promise<ChainUrls> {
  if (!url) return new Map()
  try {
    const body: unknown = await (await fetch(url)).json()
    if (!isRecord(body)) return new Map()
    const chains = isRecord(body.chains) ? body.chains : {}
    return chainUrls({ ...chains, [localSolana]: body.solana })
  } catch {
    // Without the file the wallet still connects and signs; only chain calls fail with 4901.
    return new Map()
  }
}

/** Keys may be hexadecimal (`0x1`) or CAIP-2 (`eip155:1`). */
export function chainUrls(value: Record<string, unknown>): ChainUrls {
  const urls = new Map<string, string>()
  for (const [key, url] of Object.entries(value)) {
    const id = readChainId(key)
    if (typeof url === 'string') urls.set(id === undefined ? key : caip2Of(id), url)
  }
  return urls
}

const text = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value !== '' ? value : otherwise
