import { describe, expect, test, vi } from 'vitest'
import { createFakeNode } from '../../fixtures/fakeNode.js'
import { chainId, createSession, setUpFakePage } from '../../fixtures/siwxSessions.js'
import { createSiwx, eip155Verifier } from '../exports/siwx.js'

const page = setUpFakePage()

describe('a contract account', () => {
  const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const session = createSession({ accountAddress: contract }, () => `0x${'ab'.repeat(100)}`)
  const rpc = { 'eip155:1': 'https://node.example/1' }
  const get = (siwx = createSiwx({ verifiers: [eip155Verifier({ rpc })] })) =>
    siwx.getSessions(chainId, contract)

  /** A node with a contract that returns this result: undefined while the node is down. */
  function startNode(isValid: boolean | undefined) {
    const node = createFakeNode()
    const state = { isValid }
    const fail = () => {
      if (state.isValid === undefined) throw new TypeError('Failed to fetch')
    }
    node.answer('eth_getCode', () => {
      fail()
      return '0x6000'
    })
    node.answer('eth_call', () => {
      fail()
      return state.isValid ? `0x1626ba7e${'0'.repeat(56)}` : `0x${'0'.repeat(64)}`
    })
    vi.stubGlobal('fetch', node.fetch)
    return state
  }

  test('signs in through the node, and calls the contract each time', async () => {
    const node = startNode(true)
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(session)
    expect(await get()).toEqual([session])
    node.isValid = false
    expect(await get()).toEqual([])
    expect(page.getPlanted()).toEqual([])
    // An answer that was true once does not bring it back.
    node.isValid = undefined
    page.plant(session)
    expect(await get()).toEqual([])
  })

  test('signs in through the nodes of the widget', async () => {
    startNode(true)
    const siwx = createSiwx()
    await expect(siwx.addSession(session)).rejects.toMatchObject({ reason: 'rpc-unavailable' })
    siwx.setRpcUrls?.(rpc)
    await siwx.addSession(session)
    expect(await get(siwx)).toEqual([session])
  })

  test('that no node can ask does not sign in', async () => {
    startNode(undefined)
    const siwx = createSiwx({ verifiers: [eip155Verifier({ rpc })] })
    await expect(siwx.addSession(session)).rejects.toMatchObject({ reason: 'rpc-unavailable' })
    page.plant(session)
    expect(await get(siwx)).toEqual([])
    expect(await get(createSiwx())).toEqual([])
    expect(page.getPlanted()).toEqual([session])
  })

  test('confirmed in this browser counts for a day while no node responds', async () => {
    const node = startNode(true)
    const long = createSession(
      { accountAddress: contract, expirationTime: '2026-03-08T12:00:00Z' },
      () => session.signature,
    )
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(long)
    node.isValid = undefined
    expect(await get()).toEqual([long])
    expect(await get(createSiwx())).toEqual([long])
    vi.setSystemTime('2026-03-02T11:59:59Z')
    expect(await get()).toEqual([long])
    vi.setSystemTime('2026-03-02T12:00:00Z')
    expect(await get()).toEqual([])
    node.isValid = true
    expect(await get()).toEqual([long])
  })

  test('is not helped by the confirmation of another session', async () => {
    const node = startNode(true)
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(session)
    node.isValid = undefined
    expect(await get()).toEqual([session])
    for (const other of [
      { ...session, signature: `0x${'ac'.repeat(100)}` },
      createSession({ accountAddress: contract, nonce: 'anotherNonce1' }, () => session.signature),
    ]) {
      page.plant(other)
      expect(await get()).toEqual([])
    }
    const elsewhere = createSession(
      { accountAddress: contract, chainId: 'eip155:10' },
      () => session.signature,
    )
    page.plant(elsewhere)
    expect(await createSiwx().getSessions('eip155:10', contract)).toEqual([])
  })

  test.each([
    ['a time in the future', (time: number) => time + 3_600_000],
    ['a time that is no number', (time: number) => String(time)],
    ['a time of long ago', (time: number) => time - 86_400_000],
  ])('is not helped by a confirmation with %s', async (_, change) => {
    const node = startNode(true)
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(session)
    node.isValid = undefined
    const key = '@appkit/contract_proofs'
    const [[id, time] = ['', 0]] = Object.entries<number>(
      JSON.parse(page.window.items.get(key) ?? '{}'),
    )
    expect(await get()).toEqual([session])
    page.window.items.set(key, JSON.stringify({ [id]: change(time) }))
    expect(await get()).toEqual([])
  })

  test('writes nothing when it is checked again, which other tabs would notice', async () => {
    startNode(true)
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(session)
    const setItem = vi.spyOn(page.window.localStorage, 'setItem')
    vi.setSystemTime('2026-03-01T12:20:00Z')
    expect(await get()).toEqual([session])
    expect(setItem).not.toHaveBeenCalled()
  })

  test('on a node of another chain does not sign in', async () => {
    startNode(true)
    const verifiers = [eip155Verifier({ rpc: 'https://node.example/10' })]
    await expect(createSiwx({ verifiers }).addSession(session)).rejects.toMatchObject({
      reason: 'rpc-unavailable',
    })
  })
})
