import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { ChainSettings } from '@latchkey/provider/ChainSettings'
import type { NetworkId } from '@latchkey/wire/caip'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  deriveSolanaAccounts,
  genesisSeed,
  makeSolanaGenesis,
  type SolanaAccounts,
  solanaEdition,
  solanaTokens,
} from './genesis.js'
import { createLedger, type Ledger, type LedgerState } from './Ledger.js'
import { createMethods, genesisHash } from './methods.js'
import { sendInstructions } from './sendInstructions.js'
import { serveSolana } from './server.js'

export type LocalSolanaOptions = {
  /** Default or 0: any two free ports. The next port also serves WebSockets. */
  readonly port?: number
  /** State between runs. A file from another genesis is renamed to `<stateFile>.old`. */
  readonly stateFile?: string
}

export type LocalSolana = SolanaAccounts & {
  readonly url: string
  readonly socketUrl: string
  readonly settings: ChainSettings
  stop(): Promise<void>
}

type StateFile = LedgerState & { readonly edition: number }

const slotMs = 400
const saveIntervalMs = 5_000
/** Chain ids are the first 32 characters of the genesis hash. */
const chainId: NetworkId = `solana:${genesisHash.slice(0, 32)}`

/** Starts a Solana chain that presents itself as the main network, with tokens and a history. */
export async function startLocalSolana({
  port = 0,
  stateFile,
}: LocalSolanaOptions = {}): Promise<LocalSolana> {
  const owners = await deriveSolanaAccounts()
  const ledger = await openLedger(owners, stateFile)
  const methods = createMethods(ledger, (to, amount) => {
    const { faucet } = owners
    const instruction = getTransferSolInstruction({ source: faucet, destination: to, amount })
    return sendInstructions(ledger, faucet, [instruction])
  })
  const server = await serveSolana(ledger, methods, port)
  const slots = setInterval(ledger.advanceSlot, slotMs)
  const saver = stateFile === undefined ? undefined : saveRepeatedly(ledger, stateFile)
  const url = `http://127.0.0.1:${server.port}`
  return {
    ...owners,
    url,
    socketUrl: `ws://127.0.0.1:${server.port}`,
    settings: describe(url),
    async stop() {
      clearInterval(slots)
      await server.stop()
      await saver?.stop()
    },
  }
}

async function openLedger(owners: SolanaAccounts, stateFile: string | undefined): Promise<Ledger> {
  const state = stateFile === undefined ? undefined : await readState(stateFile)
  if (state !== undefined) return createLedger(undefined, state)
  const genesis = createLedger(genesisSeed)
  await makeSolanaGenesis(genesis, owners, Math.floor(Date.now() / 1000))
  // Blockhashes of the genesis are the same in every run and must not repeat.
  return createLedger(undefined, genesis.dump())
}

async function readState(path: string): Promise<LedgerState | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const state: StateFile = JSON.parse(text)
  if (state.edition === solanaEdition) return state
  await rename(path, `${path}.old`)
  return undefined
}

/** Saves now, after changes, and on stop. */
function saveRepeatedly(ledger: Ledger, path: string) {
  let saved = -1
  let saving = Promise.resolve()
  const save = () => {
    saving = saving.catch(noop).then(async () => {
      const changes = ledger.changes()
      if (changes === saved) return
      const state: StateFile = { edition: solanaEdition, ...ledger.dump() }
      // Write to a temporary file first, so that a crash leaves the last complete file.
      const draft = `${path}.${randomUUID()}`
      await writeFile(draft, JSON.stringify(state))
      await rename(draft, path)
      saved = changes
    })
    return saving
  }
  // A failed save is retried; the last one reports its error.
  const saveQuietly = () => save().catch(noop)
  saveQuietly()
  const timer = setInterval(saveQuietly, saveIntervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await save()
    },
  }
}

function noop(): void {}

function describe(url: string): ChainSettings {
  const [usdc, usdt] = solanaTokens
  return {
    id: chainId,
    name: 'Solana',
    isTestnet: false,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    upstreams: [url],
    tokens: solanaTokens,
    prices: {
      kind: 'fixed',
      dollars: { native: 150, [usdc.address]: 1, [usdt.address]: 1 },
    },
  }
}
