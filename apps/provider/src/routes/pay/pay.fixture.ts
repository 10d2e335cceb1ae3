import { randomBytes } from 'node:crypto'
import { startLocalSolana } from '@latchkey/dev-stack/startLocalSolana'
import { depositFeature, payFeature } from '@latchkey/wire/http/pay'
import type { Sql } from 'postgres'
import { toHex } from 'viem'
import { systemClock } from '../../clock.js'
import type { ServedNodes } from '../../nodes/createNodes.js'
import type { Project } from '../../projects/Project.js'
import { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import { createGasPrices } from '../../sources/gas/createGasPrices.js'
import { createPay } from '../../sources/pay/createPay.js'
import { createSandboxExchange } from '../../sources/pay/sandbox/createSandboxExchange.js'
import { createTransfers } from '../../sources/pay/transfers/createTransfers.js'
import { createTokens } from '../../sources/tokens/createTokens.js'
import { createTestApi, testProject } from '../../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../../testing/longTimeoutNodes.js'
import { payRawRoutes, payRoutes } from './index.js'

/** Projects with payments, with deposits only, and with neither (`testProject`). */
export const shop: Project = {
  ...testProject,
  id: 'shop',
  features: [{ id: payFeature, isEnabled: true, config: [] }],
}
export const rival: Project = { ...shop, id: 'rival' }
export const wallet: Project = {
  ...testProject,
  id: 'wallet',
  features: [{ id: depositFeature, isEnabled: true, config: [] }],
}

/** A local EVM chain, a local Solana and the provider's client for both. */
export async function startPayChains() {
  const [evm, solana] = await Promise.all([startLocalChain(), startLocalSolana()])
  return {
    evm,
    solana,
    nodes: createLongTimeoutNodes([evm.chain.settings, solana.settings]),
    async stop() {
      await Promise.all([evm.stop(), solana.stop()])
    },
  }
}

/** As in `secrets.json`, which all processes share. */
const transferSecret = randomBytes(32)

export type PayChains = Awaited<ReturnType<typeof startPayChains>>

/** One process of the provider with the sandbox exchange. */
export function createPayProcess(
  { evm, solana }: PayChains,
  nodes: ServedNodes,
  { sql, clock }: { readonly sql: Sql; readonly clock: { now(): number } },
  secret = transferSecret,
) {
  const sandbox = createSandboxExchange({
    sql,
    nodes,
    clock,
    gasPrices: createGasPrices(nodes),
    chains: [evm.chain.settings.id, solana.settings.id],
    treasuryKey: evm.chain.faucet.privateKey,
    solanaTreasuryKey: toHex(solana.faucet.privateKey),
  })
  const transfers = createTransfers({
    nodes,
    tokens: createTokens({ nodes, clock: systemClock }),
    clock,
    secret,
  })
  const parts = {
    pay: createPay({ nodes, exchanges: [sandbox.exchange] }),
    transfers,
    sandbox,
    clock,
  }
  const api = createTestApi({
    routes: payRoutes(parts),
    rawRoutes: payRawRoutes(parts),
    others: [shop, rival, wallet],
  })
  return { api, sandbox }
}
