import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { privateKeyToAccount } from 'viem/accounts'
import { createNodes } from '../nodes/createNodes.js'
import { type Check, createOffCheck, type DoctorParts, type Finding } from './Finding.js'
import { problemOf } from './problemOf.js'

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
        const [code, balance] = await Promise.all([
          nodes.call(chain, 'eth_getCode', [entryPointAddress, 'latest']),
          nodes.call(chain, 'eth_getBalance', [address, 'latest']).then(parseQuantity),
        ])
        if (code === '0x') {
          return find('broken', `no smart accounts: EntryPoint 0.8 is not at ${entryPointAddress}.`)
        }
        if (balance === 0n) {
          return find('broken', `no smart accounts: send ${nativeCurrency.symbol} to ${address}.`)
        }
        return find('works', `${address} pays for operations.`)
      } catch (error) {
        return find('broken', `no smart accounts: the chain ${problemOf(error)}.`)
      }
    },
  }))
}
