import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import type { TestAccount } from '../../testAccounts.js'
import type { CompiledContracts, Contract } from '../compileContracts.js'
import type { Anvil } from '../startAnvil.js'

type Transaction = { readonly to?: Address; readonly data?: Hex; readonly value?: bigint }

type Receipt = { readonly status: Hex; readonly transactionHash: Hex }

type Call = {
  readonly from: TestAccount
  readonly to: Address
  readonly abi: Abi
  readonly name: string
  readonly args?: readonly unknown[]
  readonly value?: bigint
}

/** Sends transactions one after another; each is mined when its promise resolves. */
export type Writer = {
  readonly rpc: Anvil['rpc']
  contract(name: string): Contract
  send(from: TestAccount, transaction: Transaction): Promise<Hex>
  /** A transaction that is expected to fail and still be mined. */
  sendFailing(from: TestAccount, transaction: Transaction): Promise<Hex>
  deploy(from: TestAccount, contract: Contract, args?: readonly unknown[]): Promise<Hex>
  call(call: Call): Promise<Hex>
}

const gas = 12_000_000n
const maxFee = 100_000_000_000n
const tip = 1_000_000_000n

export function createWriter(
  { rpc }: Pick<Anvil, 'rpc'>,
  chainId: number,
  { contracts }: CompiledContracts,
): Writer {
  const nonces = new Map<Address, number>()

  async function nextNonce(address: Address): Promise<number> {
    const nonce =
      nonces.get(address) ?? Number(await rpc('eth_getTransactionCount', address, 'latest'))
    nonces.set(address, nonce + 1)
    return nonce
  }

  async function mine(from: TestAccount, transaction: Transaction): Promise<Receipt> {
    const signed = await from.signTransaction({
      ...transaction,
      chainId,
      nonce: await nextNonce(from.address),
      gas: gas,
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: tip,
      type: 'eip1559',
    })
    return rpc<Receipt>('eth_sendRawTransactionSync', signed)
  }

  async function send(from: TestAccount, transaction: Transaction): Promise<Hex> {
    const { status, transactionHash } = await mine(from, transaction)
    if (status !== '0x1') throw new Error(`Transaction ${transactionHash} failed`)
    return transactionHash
  }

  return {
    rpc,
    send,
    contract(name) {
      const contract = contracts[name]
      if (!contract) throw new Error(`There is no contract ${name}`)
      return contract
    },
    async sendFailing(from, transaction) {
      const { status, transactionHash } = await mine(from, transaction)
      if (status !== '0x0') throw new Error(`Transaction ${transactionHash} should have failed`)
      return transactionHash
    },
    deploy: (from, { abi, bytecode }, args = []) =>
      send(from, { data: encodeDeployData({ abi, bytecode, args }) }),
    async call({ from, to, abi, name, args = [], value }) {
      const data = encodeFunctionData({ abi, functionName: name, args })
      try {
        return await send(from, { to, data, ...(value === undefined ? {} : { value }) })
      } catch (cause) {
        throw new Error(`${name} at ${to} failed`, { cause })
      }
    },
  }
}
