import { encodeAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createManualClock } from '../../testing/manualClock.js'
import { createNftMetadata } from './createNftMetadata.js'
import type { Nft } from './Nft.js'

/** Contracts that return one text for every call, and a gateway the test controls. */
function createSource() {
  const clock = createManualClock()
  const gateway = { answer: undefined as string | undefined, requests: 0 }
  const nodes = {
    settings: () => ({}),
    call: async () => encodeAbiParameters([{ type: 'string' }], ['ipfs://bafydocument']),
  } as unknown as Nodes
  const web: HttpClient = {
    send(_, { signal }) {
      gateway.requests += 1
      if (gateway.answer === undefined) {
        return new Promise((_, reject) => {
          if (signal instanceof AbortSignal) signal.addEventListener('abort', reject)
        })
      }
      const bytes = new TextEncoder().encode(gateway.answer)
      return Promise.resolve({ status: 200, headers: {}, bytes })
    },
  }
  const source = createNftMetadata({ nodes, web, clock, ipfsGateway: 'https://ipfs.example' })
  return { clock, gateway, source }
}

const pieces = (count: number) =>
  Array.from({ length: count }, (_, index): Nft => {
    return { contract: `0x${'c0'.repeat(20)}`, tokenId: BigInt(index), standard: 'erc1155' }
  })

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('times out after five seconds in total', async () => {
  const { clock, source } = createSource()
  const began = clock.now()
  let found: readonly { readonly name: string }[] | undefined
  const reading = source.read('eip155:1', pieces(40)).then((answer) => {
    found = answer
  })
  await settle()
  while (!found && clock.now() - began < 20_000) {
    clock.advance(500)
    await settle()
  }
  await reading
  expect(clock.now() - began).toBe(5_000)
  expect(found).toHaveLength(40)
  expect(found?.[7]?.name).toMatch(/#7$/)
})

it('caches failures for a minute and results for an hour', async () => {
  const { clock, gateway, source } = createSource()
  const nameNow = async () => (await source.read('eip155:1', pieces(1)))[0]?.name
  gateway.answer = '<html>'
  expect(await nameNow()).toMatch(/#0$/)
  gateway.answer = '{"name":"Awake"}'
  clock.advance(59_000)
  expect(await nameNow()).toMatch(/#0$/)
  clock.advance(2_000)
  expect(await nameNow()).toBe('Awake')
  gateway.answer = '{"name":"Renamed"}'
  clock.advance(3_599_000)
  expect(await nameNow()).toBe('Awake')
  clock.advance(2_000)
  expect(await nameNow()).toBe('Renamed')
  expect(gateway.requests).toBe(3)
})
