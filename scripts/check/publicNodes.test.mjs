import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as evm from '../../packages/latchkey/src/families/eip155/networks.ts'
import * as solana from '../../packages/latchkey/src/families/solana/networks.ts'
import { inRoot } from '../lib/root.mjs'

test('the guide names every public node that ready-made networks bring along', () => {
  const guide = readFileSync(inRoot('docs', 'guide.md'), 'utf8')
  const rows = guide.matchAll(/^\| `(\w+)` \| (`[\w.-]+\.[\w.`, -]+) \|$/gm)
  const named = [...rows].map(([, name, hosts]) => [name, hosts.replaceAll('`', '')])
  const networks = Object.entries({ ...evm, ...solana }).filter(([, { rpcUrls }]) => rpcUrls)
  const brought = networks.map(([name, { rpcUrls }]) => [
    name,
    rpcUrls.default.http.map((url) => new URL(url).hostname).join(', '),
  ])
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(brought))
})
