import { type Hex, hashMessage, hexToBigInt, parseSignature, serializeSignature, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLocalChain } from '../convert/localChain.fixture.js'
import { createContractAccount } from './contractAccount.fixture.js'
import { createSignatures } from './createSignatures.js'

const message = 'I am who I say I am.'

let local: Awaited<ReturnType<typeof startLocalChain>>

beforeAll(async () => {
  local = await startLocalChain()
})

afterAll(() => local?.stop())

function verify(address: Hex, signature: Hex, nodes = local.nodes, text = message) {
  return createSignatures(nodes).verify({ chain: 'eip155:1', address, message: text, signature })
}

describe('a signature', () => {
  it('of a key is verified without the chain', async () => {
    const account = local.account(0)
    const signature = await account.signMessage({ message })
    expect(await verify(account.address, signature, local.deadNodes)).toBe(true)
  })

  it('of another key or text, or malformed, is invalid', async () => {
    const [account, other] = [local.account(0), local.account(1)]
    const signature = await account.signMessage({ message })
    expect(await verify(other.address, signature)).toBe(false)
    expect(await verify(account.address, signature, local.nodes, 'Something else.')).toBe(false)
    for (const useless of [
      '0x',
      '0x00',
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(300)}`,
    ] as const) {
      expect(await verify(account.address, useless)).toBe(false)
    }
  })

  it('of a key in the high-S form is invalid', async () => {
    const account = local.account(0)
    const { r, s, yParity } = parseSignature(await account.signMessage({ message }))
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const other = (s: Hex, parity: number) => serializeSignature({ r, s, yParity: parity })
    expect(await verify(account.address, other(s, yParity))).toBe(true)
    const high = toHex(order - hexToBigInt(s), { size: 32 })
    expect(await verify(account.address, other(high, 1 - yParity))).toBe(false)
  })

  it('of a contract account is valid before and after deployment', async () => {
    const account = createContractAccount(local.account(2))
    const signature = await account.sign(hashMessage(message))
    expect(await verify(account.address, signature)).toBe(false)
    expect(await verify(account.address, account.wrap(signature))).toBe(true)
    await local.send(local.account(3), account.deployment)
    expect(await verify(account.address, signature)).toBe(true)
    expect(await verify(account.address, account.wrap(signature))).toBe(true)
    expect(await verify(account.address, signature, local.nodes, 'Something else.')).toBe(false)
    const foreign = await createContractAccount(local.account(4)).sign(hashMessage(message))
    expect(await verify(account.address, foreign)).toBe(false)
  })

  it('throws when the chain is needed and does not respond', async () => {
    const signature = await local.account(0).signMessage({ message })
    await expect(
      verify(local.account(1).address, signature, local.deadNodes),
    ).rejects.toMatchObject({
      status: 503,
    })
  })
})
