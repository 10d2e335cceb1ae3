import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { ChainSettings } from '@latchkey/provider/ChainSettings'
import type { NetworkId } from '@latchkey/wire/caip'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  deriveSolanaAccounts,
  GENESIS_SEED,
  makeSolanaGenesis,
  SOLANA_EDITION,
  type SolanaAccounts,
  solanaTokens,
} from './genesis.js'
import { createLedger, type Ledger, type LedgerState } from './Ledger.js'
import { createMethods, GENESIS_HASH } from './methods.js'
import { sendInstructions } from './sendInstructions.js'
import { serveSolana } from './server.js'

export type LocalSolanaOptions = {
  /** Any two free ones when left out or 0; sockets are also answered on the port after it. */
  readonly port?: number
  /** Where the chain lives on between runs. A file from another genesis is put aside as `<stateFile>.old`. */
  readonly stateFile?: string
}

export type LocalSolana = SolanaAccounts & {
  readonly url: string
  readonly socketUrl: string
  readonly settings: ChainSettings
  stop(): Promise<void>
}

type StateFile = LedgerState & { readonly edition: number }

const SLOT_MS = 400
const SAVE_INTERVAL_MS = 5_000
/** Chain ids hold 32 characters of the genesis hash. */
const CHAIN_ID: NetworkId = `solana:${GENESIS_HASH.slice(0, 32)}`

/** Starts a Solana chain that presents itself as the main network, with tokens and a history on it. */
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
  const slots = setInterval(ledger.advanceSlot, SLOT_MS)
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
  const genesis = createLedger(GENESIS_SEED)
  await makeSolanaGenesis(genesis, owners, Math.floor(Date.now() / 1000))
  // Blockhashes of the genesis are the same in every run and must not come again.
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
  if (state.edition === SOLANA_EDITION) return state
  await rename(path, `${path}.old`)
  return undefined
}

/** Saves now, then whenever something has changed, and a last time at the end. */
function saveRepeatedly(ledger: Ledger, path: string) {
  let saved = -1
  let saving = Promise.resolve()
  const save = () => {
    saving = saving.catch(noop).then(async () => {
      const changes = ledger.changes()
      if (changes === saved) return
      const state: StateFile = { edition: SOLANA_EDITION, ...ledger.dump() }
      // Under a name of its own first: a process that dies here leaves the last whole file.
      const draft = `${path}.${randomUUID()}`
      await writeFile(draft, JSON.stringify(state))
      await rename(draft, path)
      saved = changes
    })
    return saving
  }
  // What fails here is tried again; at the end it is told.
  const saveQuietly = () => save().catch(noop)
  saveQuietly()
  const timer = setInterval(saveQuietly, SAVE_INTERVAL_MS)
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
    id: CHAIN_ID,
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
