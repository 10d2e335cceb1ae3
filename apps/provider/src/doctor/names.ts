import { namehash, parseAbi, zeroAddress } from 'viem'
import { createNodes } from '../nodes/createNodes.js'
import { type Check, createOffCheck, type DoctorParts } from './Finding.js'
import { problemOf } from './problemOf.js'

const registryAbi = parseAbi(['function resolver(bytes32 node) view returns (address)'])

/** Whether ENS clients find the zones where names are registered. */
export function nameChecks({ config, http, clock }: DoctorParts): readonly Check[] {
  const { names, chains, isExposed } = config
  if (!names || names.open.length === 0) {
    const text = isExposed
      ? 'No zone is open: nobody can choose a name.'
      : 'Development zones only.'
    return [createOffCheck('names', text)]
  }
  const chain = chains.find(({ ens }) => ens)
  const registry = chain?.ens?.registry as `0x${string}` | undefined
  if (!chain || !registry) {
    const text = 'No chain has ENS: names work in this widget only.'
    return [{ subject: 'names', run: async () => [{ status: 'limited', subject: 'names', text }] }]
  }
  const client = createNodes({ chains: [chain], http, clock, random: Math.random }).evm(chain.id)
  return names.open.map((zone) => ({
    subject: zone,
    async run() {
      const read = { address: registry, abi: registryAbi, functionName: 'resolver' } as const
      try {
        const resolver = await client.readContract({ ...read, args: [namehash(zone)] })
        return resolver === zeroAddress
          ? [
              {
                status: 'limited',
                subject: zone,
                text: 'It has no resolver in ENS: names work in this widget only.',
              },
            ]
          : [{ status: 'works', subject: zone, text: `ENS resolves it by ${resolver}.` }]
      } catch (error) {
        return [{ status: 'broken', subject: zone, text: `ENS ${problemOf(error)}.` }]
      }
    },
  }))
}
