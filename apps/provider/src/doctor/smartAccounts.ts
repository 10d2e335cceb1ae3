import { formatAmount } from '@latchkey/wire/amount'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { privateKeyToAccount } from 'viem/accounts'
import { createNodes } from '../nodes/createNodes.js'
import { type Check, createOffCheck, type DoctorParts, type Finding } from './Finding.js'
import { problemOf } from './problemOf.js'

/** What a new account's first operation uses at least. The executor lays it out until it is paid back. */
const operationGas = 500_000n

/** Whether each chain of the bundler can execute operations. */
export function smartAccountChecks({ config, http, clock }: DoctorParts): readonly Check[] {
  const { bundler, chains } = config
  if (!bundler) return [createOffCheck('bundler', 'Not set up: no smart accounts.')]
  const nodes = createNodes({ chains, http, clock, random: Math.random })
  const { address } = privateKeyToAccount(bundler.executorKey)
  return bundler.chains.map((chain) => ({
    subject: 'bundler',
    async run() {
      const { name, nativeCurrency } = nodes.settings(chain)
      const find = (status: Finding['status'], text: string): readonly Finding[] => [
        { status, subject: 'bundler', text: `${name}: ${text}` },
      ]
      try {
        const [code, balance, gasPrice] = await Promise.all([
          nodes.call(chain, 'eth_getCode', [entryPointAddress, 'latest']),
          nodes.call(chain, 'eth_getBalance', [address, 'latest']).then(parseQuantity),
          nodes.call(chain, 'eth_gasPrice', []).then(parseQuantity),
        ])
        if (code === '0x') {
          return find('broken', `no smart accounts: EntryPoint 0.8 is not at ${entryPointAddress}.`)
        }
        if (balance === 0n) {
          return find('broken', `no smart accounts: send ${nativeCurrency.symbol} to ${address}.`)
        }
        if (balance === undefined || gasPrice === undefined) {
          return find('broken', 'no smart accounts: its node sends no balance or gas price.')
        }
        const has = `${formatAmount(balance, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
        return balance < gasPrice * operationGas
          ? find('broken', `no smart accounts: ${address} has ${has}, too little for an operation.`)
          : find('works', `${address} pays for operations, and has ${has}.`)
      } catch (error) {
        return find('broken', `no smart accounts: the chain ${problemOf(error)}.`)
      }
    },
  }))
}
