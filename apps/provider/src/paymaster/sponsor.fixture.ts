import { type LocalEvm, localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import type { NetworkId } from '@latchkey/wire/caip'
import { type AccountVersion, entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { encodeFunctionData, type Hex, toHex } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import {
  type Account,
  createSmartAccountClient,
  encodeTransfer,
} from '../../reliability/smartAccountClient.mjs'
import { bundlerRoutes } from '../bundler/bundlerRoutes.js'
import { composeBundler } from '../bundler/composeBundler.js'
import { encodeBundle, type Operation, toRpcFields } from '../bundler/operation.js'
import { systemClock } from '../clock.js'
import type { PaymasterSettings, PolicySettings } from '../config/paymasterSettings.js'
import type { LogLine } from '../log.js'
import type { ServedNodes } from '../nodes/createNodes.js'
import type { Database } from '../store/openDatabase.js'
import { createTestApi, type TestApi, testProject } from '../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../testing/longTimeoutNodes.js'
import { composePaymaster } from './composePaymaster.js'
import type { ReadDollars } from './createTokenRates.js'

export const chain: NetworkId = 'eip155:1'
export const paymasterAddress = localAddresses.sponsorPaymaster
export const recipient = deployer.address

export const policy: PolicySettings = {
  name: 'test',
  project: testProject.id,
  chains: [chain],
  calls: [{ to: recipient }],
  budget: { perAccountPerDay: '1', perDay: '1', total: '1' },
}

type Answer = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export type SponsorOptions = {
  readonly policies?: readonly PolicySettings[]
  readonly settings?: Partial<PaymasterSettings>
  readonly sql?: Database['sql']
  readonly through?: ServedNodes
  readonly logged?: LogLine[]
  readonly now?: () => number
  readonly readDollars?: ReadDollars
}

/** A chain with a paymaster, and providers that sponsor on it. */
export async function startSponsoredChain(database: Database) {
  const local = await startLocalEvm({ chainId: 1 })
  const nodes = createLongTimeoutNodes([local.settings])

  /** A provider on the database; several share it as processes do. */
  function start({
    policies = [policy],
    settings = {},
    sql = database.sql,
    through = nodes,
    logged = [],
    now = Date.now,
    readDollars = async () => new Map(),
  }: SponsorOptions = {}) {
    const parts = {
      sql,
      nodes: through,
      clock: { ...systemClock, now },
      log: (line: LogLine) => logged.push(line),
    }
    const executorKey = local.executor.privateKey
    const sponsoring = composePaymaster(
      {
        contracts: { [chain]: paymasterAddress },
        policies: [...policies],
        confirmations: { [chain]: 0 },
        signerKey: local.sponsor.privateKey,
        ...settings,
      },
      { ...parts, executorKey, readDollars },
    )
    const bundling = composeBundler(
      { chains: [chain], executorKey },
      { ...parts, paymastersOf: sponsoring.paymastersOf },
    )
    const { paymaster } = sponsoring
    const rawRoutes = bundlerRoutes({ bundler: bundling.bundler, paymaster })
    return { ...bundling, ...sponsoring, api: createTestApi({ rawRoutes }), logged, now }
  }

  return { local, nodes, start, ...createReader(local) }
}

export type Sponsor = ReturnType<Awaited<ReturnType<typeof startSponsoredChain>>['start']>

function createReader(local: LocalEvm) {
  return {
    async deposit(): Promise<bigint> {
      const data = encodeFunctionData({
        abi: entryPoint08Abi,
        functionName: 'balanceOf',
        args: [paymasterAddress],
      })
      return BigInt(await local.rpc<Hex>('eth_call', { to: entryPointAddress, data }, 'latest'))
    },
    balance: async (address: string) =>
      BigInt(await local.rpc<Hex>('eth_getBalance', address, 'latest')),
    /** Sends the operations as a bundler of somebody else does. Returns how many were included. */
    async include(operations: readonly Operation[]): Promise<number> {
      const { faucet } = local
      let included = 0
      let nonce = Number(await local.rpc('eth_getTransactionCount', faucet.address, 'latest'))
      for (const operation of operations) {
        const signed = await faucet.signTransaction({
          type: 'eip1559',
          chainId: 1,
          nonce,
          to: entryPointAddress,
          data: encodeBundle(operation, faucet.address),
          gas: 5_000_000n,
          maxFeePerGas: operation.maxFeePerGas,
          maxPriorityFeePerGas: operation.maxPriorityFeePerGas,
        })
        nonce += 1
        const receipt = await local.rpc<{ status: Hex }>('eth_sendRawTransactionSync', signed)
        if (receipt.status === '0x1') included += 1
      }
      return included
    },
  }
}

const maxAttempts = 20

/** A page's calls to a provider's bundler and paymaster. */
export function createSponsorClient(local: LocalEvm, api: TestApi, version: AccountVersion = 2) {
  async function request(method: string, params: unknown): Promise<Answer> {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const path = method.startsWith('pm_') ? '/v1/paymaster' : '/v1/bundler'
    for (let attempt = 1; ; attempt += 1) {
      const { status, json } = await api.post(path, body, { query: { chainId: chain } })
      // Many at once can take too long on a busy machine; a client asks again.
      if (status !== 503 || attempt === maxAttempts) return json
    }
  }
  const client = createSmartAccountClient({
    rpc: local.rpc,
    request,
    chainId: 1,
    recipient,
    version,
  })
  const ask = (method: string, operation: Operation) => {
    const { signature: _, ...unsigned } = operation
    return request(method, [toRpcFields(unsigned), entryPointAddress, toHex(1), {}])
  }

  return {
    ...client,
    request,
    getStub: (operation: Operation) => ask('pm_getPaymasterStubData', operation),
    getData: (operation: Operation) => ask('pm_getPaymasterData', operation),
    /** An operation with the paymaster's placeholder, estimated and priced. */
    async draft(account: Account, changes: Partial<Operation> = {}): Promise<Operation> {
      const callData = changes.callData ?? encodeTransfer(recipient, 0n)
      return client.draftOperation(account, { ...placeholder, callData, ...changes })
    },
    /** Asks for the paymaster's signature and adds the owner's. */
    async sponsor(account: Account, draft: Operation): Promise<Answer & { operation?: Operation }> {
      const answer = await ask('pm_getPaymasterData', draft)
      if (answer.error) return answer
      const { paymasterData } = answer.result as { paymasterData: Hex }
      const operation = await client.signOperation(account, { ...draft, paymasterData })
      return { ...answer, operation }
    },
  }
}

const placeholder = {
  paymaster: paymasterAddress,
  paymasterData: `0x${'ff'.repeat(77)}`,
  paymasterVerificationGasLimit: 40_000n,
  paymasterPostOpGasLimit: 0n,
} as const
