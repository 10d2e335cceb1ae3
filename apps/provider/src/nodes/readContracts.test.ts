import { encodeAbiParameters, encodeFunctionResult, erc20Abi, type Hex, multicall3Abi } from 'viem'
import { expect, it } from 'vitest'
import { NodeRpcError, type Nodes } from './Nodes.js'
import { readContracts } from './readContracts.js'

type Call = { readonly to: string; readonly gas: Hex }

const multicall = `0x${'ca'.repeat(20)}`
const address = (digit: number) => `0x${String(digit).repeat(40)}`
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const reads = [1, 2, 3].map((digit) => ({
  address: address(digit),
  abi: erc20Abi,
  functionName: 'totalSupply',
}))

function createChain(answer: (call: Call) => Hex) {
  const calls: Call[] = []
  const nodes = {
    settings: () => ({ multicall }),
    async call(_: string, __: string, [call]: [Call]) {
      calls.push(call)
      return answer(call)
    },
  } as unknown as Nodes
  return { nodes, calls }
}

it('batches reads and skips one that reverts', async () => {
  const results = [1n, undefined, 3n].map((value) => ({
    success: value !== undefined,
    returnData: value === undefined ? ('0x' as const) : number(value),
  }))
  const { nodes, calls } = createChain(() =>
    encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results }),
  )
  expect(await readContracts(nodes, 'eip155:1', reads)).toEqual([1n, undefined, 3n])
  expect(calls).toHaveLength(1)
})

it('reads one by one, with a gas limit, when the batch fails', async () => {
  const { nodes, calls } = createChain(({ to }) => {
    if (to === multicall || to === address(2)) throw new NodeRpcError(-32003, 'out of gas')
    return number(7n)
  })
  expect(await readContracts(nodes, 'eip155:1', reads)).toEqual([7n, undefined, 7n])
  // Five megabytes of memory cost fifty million gas, so responses stay below the size limit.
  for (const { gas } of calls) expect(Number(gas)).toBeLessThanOrEqual(30_000_000)
})
