import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { ChainSettings } from '@latchkey/provider/ChainSettings'
import { executor, faucet, sponsor, type TestAccount, testAccounts } from '../testAccounts.js'
import { compileContracts } from './compileContracts.js'
import { localAddresses } from './genesis/addresses.js'
import { genesisAgeS, inspectGenesis, makeGenesis } from './genesis/makeGenesis.js'
import { type OffchainDomain, openDomain } from './genesis/openZone.js'
import { localTokens, wrappedNative } from './genesis/tokens.js'
import { createWriter } from './genesis/Writer.js'
import { type Anvil, startAnvil } from './startAnvil.js'

export { localAddresses } from './genesis/addresses.js'

export type LocalEvmOptions = {
  readonly chainId: number
  /** Default or 0: any free port. */
  readonly port?: number
  /** State between runs. A file from another genesis is renamed to `<stateFile>.old`. */
  readonly stateFile?: string
  readonly zone?: OffchainDomain
}

export type LocalEvm = Anvil & {
  readonly settings: ChainSettings
  /** Ten accounts with 10,000 ether each; the first two also have tokens, names and a history. */
  readonly accounts: readonly TestAccount[]
  /** Has a large supply of ether and every token. */
  readonly faucet: TestAccount
  /** Has a large supply of ether, for a provider's bundler. */
  readonly executor: TestAccount
  /** Signs what the local paymasters pay for. */
  readonly sponsor: TestAccount
}

const chainNames: Readonly<Record<number, string>> = { 1: 'Ethereum', 8453: 'Base' }

/** Starts an EVM chain with tokens, an exchange, names and smart accounts on it. */
export async function startLocalEvm(options: LocalEvmOptions): Promise<LocalEvm> {
  const { chainId, stateFile, zone } = options
  const compiled = await compileContracts()
  let anvil = await start(options)
  try {
    let state = await inspectGenesis(anvil, compiled)
    if (state === 'other') {
      await anvil.stop()
      if (stateFile !== undefined) await rename(stateFile, `${stateFile}.old`)
      anvil = await start(options)
      state = 'empty'
    }
    if (state === 'empty') await makeGenesis(anvil, chainId, compiled, nowInSeconds())
    if (zone !== undefined) await openDomain(createWriter(anvil, chainId, compiled), zone)
  } catch (error) {
    await anvil.stop()
    throw error
  }
  const settings = describe(chainId, anvil.url)
  return { ...anvil, settings, accounts: testAccounts, faucet, executor, sponsor }
}

function start(options: LocalEvmOptions): Promise<Anvil> {
  const { chainId, port, stateFile } = options
  const isNew = stateFile === undefined || !existsSync(stateFile)
  return startAnvil({
    chainId,
    ...(port === undefined ? {} : { port }),
    ...(stateFile === undefined ? {} : { stateFile }),
    ...(isNew ? { timestamp: nowInSeconds() - genesisAgeS } : {}),
  })
}

function describe(chainId: number, url: string): ChainSettings {
  const { factory, multicall, registry, router, universalResolver, usdc } = localAddresses
  return {
    id: `eip155:${chainId}`,
    name: chainNames[chainId] ?? `Local chain ${chainId}`,
    isTestnet: false,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    upstreams: [url],
    tokens: [
      ...localTokens.map(({ address, name, symbol, decimals }) => ({
        address,
        name,
        symbol,
        decimals,
      })),
      wrappedNative,
    ],
    exchange: { router, factory, wrappedNative: wrappedNative.address, dollar: usdc },
    multicall,
    // ENS exists only on the main network.
    ...(chainId === 1 ? { ens: { registry, universalResolver } } : {}),
  }
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
