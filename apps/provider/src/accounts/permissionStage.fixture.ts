import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { startAnvil } from '@latchkey/dev-stack/startAnvil'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import { createWriter } from '@latchkey/dev-stack/Writer'
import {
  accountContracts,
  accountCreationCode,
  entryPointAddress,
} from '@latchkey/wire/login/smartAccount'
import {
  concat,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
  parseEventLogs,
  toHex,
  zeroHash,
} from 'viem'
import type { Account } from './permissionChain.fixture.js'

const stepsAbi = parseAbi([
  'struct Step { uint8 kind; uint256 operation; address to; bytes data; }',
  'function run(address account, Step[] steps, address[] tokens, address counter)',
  'event Result(bool succeeded, bytes answer, uint256 coins, uint256[] tokens, uint256 calls)',
])
const setupAbi = parseAbi([
  'function createAccount(address owner, uint256 salt)',
  'function transfer(address to, uint256 amount)',
])

/** A step of `EntryPointSteps.sol`. */
export type StageStep = {
  readonly kind: 'call' | 'validate' | 'execute'
  /** The index of the step that validated what is executed. */
  readonly operation?: number
  readonly to: Hex
  readonly data: Hex
}

/** What the account holds after a step. */
export type StageResult = {
  readonly succeeded: boolean
  readonly answer: Hex
  readonly coins: bigint
  readonly tokens: readonly bigint[]
  readonly calls: bigint
}

export type Stage = Awaited<ReturnType<typeof openStage>>

export const initialHoldings = { coins: parseEther('1'), tokens: 100_000n }

/** A bare chain with `EntryPointSteps` in the place of the entry point, to make many steps in little time. */
export async function openStage() {
  const anvil = await startAnvil({ chainId: 1 })
  const { rpc } = anvil
  await rpc('anvil_setBalance', deployer.address, toHex(parseEther('1000000')))
  const writer = createWriter(anvil, 1, await compileContracts())
  let nonce = 0n
  async function deploy(name: string, args: readonly unknown[] = []): Promise<Hex> {
    await writer.deploy(deployer, writer.contract(name), args)
    nonce += 1n
    return getContractAddress({ from: deployer.address, nonce: nonce - 1n })
  }
  const tokens = [await deploy('Token', ['A', 'A', 6]), await deploy('Token', ['B', 'B', 18])]
  const probe = await deploy('Probe')
  const { bytecode } = writer.contract('SessionAccountFactory')
  await writer.send(deployer, {
    to: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
    data: concat([zeroHash, bytecode]),
  })
  const { abi, deployedBytecode } = writer.contract('EntryPointSteps')
  await rpc('anvil_setCode', entryPointAddress, deployedBytecode)
  for (const to of tokens) {
    for (const holder of [entryPointAddress, probe]) {
      const { abi: tokenAbi } = writer.contract('Token')
      const args = [holder, 2n ** 128n]
      await writer.call({ from: deployer, to, abi: tokenAbi, name: 'mint', args })
    }
  }

  async function run(
    account: Hex,
    steps: readonly StageStep[],
    time: number,
  ): Promise<readonly StageResult[]> {
    const kinds = ['call', 'validate', 'execute']
    const encoded = steps.map(({ kind, operation = 0, to, data }) => ({
      kind: kinds.indexOf(kind),
      operation: BigInt(operation),
      to,
      data,
    }))
    await rpc('evm_setNextBlockTimestamp', numberToHex(time))
    const data = encodeFunctionData({
      abi,
      functionName: 'run',
      args: [account, encoded, tokens, probe],
    })
    const hash = await writer.send(deployer, { to: entryPointAddress, data })
    const { logs } = await rpc<{ logs: [] }>('eth_getTransactionReceipt', hash)
    return parseEventLogs({ abi: stepsAbi, logs }).map(({ args }) => args)
  }

  return {
    ...anvil,
    tokens,
    probe,
    run,
    /** The account of the owner with this salt, with coins and tokens. */
    async createAccount(owner: Account['owner'], salt: bigint, time: number): Promise<Hex> {
      const { factory } = accountContracts[2]
      const address = getContractAddress({
        opcode: 'CREATE2',
        from: factory,
        salt: pad(toHex(salt)),
        bytecode: accountCreationCode(owner.address, 2),
      })
      await rpc('anvil_setBalance', address, toHex(initialHoldings.coins))
      const transfer = encodeFunctionData({
        abi: setupAbi,
        functionName: 'transfer',
        args: [address, initialHoldings.tokens],
      })
      const create = encodeFunctionData({
        abi: setupAbi,
        functionName: 'createAccount',
        args: [owner.address, salt],
      })
      const setup = [{ to: factory, data: create }, ...tokens.map((to) => ({ to, data: transfer }))]
      const results = await run(
        address,
        setup.map((step) => ({ kind: 'call', ...step })),
        time,
      )
      if (results.some(({ succeeded }) => !succeeded))
        throw new Error('The account was not created')
      return address
    },
    async now(): Promise<number> {
      const { timestamp } = await rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
      return Number(timestamp)
    },
    call: (to: Hex, data: Hex) => rpc<Hex>('eth_call', { to, data }, 'latest'),
  }
}
