import { describe, expect, test, vi } from 'vitest'
import { siwxAccounts } from '../../fixtures/siwxAccounts.js'
import {
  address,
  chainId,
  createFields,
  createSession,
  setUpFakePage,
  signByKey,
} from '../../fixtures/siwxSessions.js'
import type { SiwxSession } from '../core/siwx/siwx.js'
import { createSiwx } from '../exports/siwx.js'

const page = setUpFakePage()

describe('a session', () => {
  test.each(siwxAccounts)('of $chainId counts after a reload', async ({ sign, ...account }) => {
    const session = createSession(account, sign)
    await createSiwx().addSession(session)
    const reloaded = createSiwx()
    expect(await reloaded.getSessions(account.chainId, account.accountAddress)).toEqual([session])
    expect(await reloaded.getSessions('eip155:999', account.accountAddress)).toEqual([])
  })

  test('has the fields of the text it was signed with', async () => {
    const session = createSession()
    await createSiwx().addSession({
      ...session,
      data: createFields({ statement: 'Anything else' }),
    })
    expect(await createSiwx().getSessions(chainId, address)).toEqual([session])
  })

  test('of a message by the messenger counts', async () => {
    const siwx = createSiwx()
    const message = await siwx.createMessage({ accountAddress: address, chainId })
    const session = {
      data: { ...message },
      message: `${message}`,
      signature: signByKey(`${message}`),
    }
    await siwx.addSession(session)
    expect(await siwx.getSessions(chainId, address)).toEqual([session])
  })

  test('ends with its expiration time while the page is open', async () => {
    const siwx = createSiwx()
    await siwx.addSession(createSession())
    vi.setSystemTime('2026-03-01T12:29:59Z')
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
    vi.setSystemTime('2026-03-01T12:30:00Z')
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    expect(page.getPlanted()).toEqual([])
  })

  test('replaces the one of the same account and network only', async () => {
    const siwx = createSiwx()
    const onOther = createSession({ chainId: 'eip155:10' })
    await siwx.addSession(createSession())
    await siwx.addSession(onOther)
    const next = createSession({ nonce: 'anotherNonce1' })
    await siwx.addSession(next)
    expect(await siwx.getSessions(chainId, address)).toEqual([next])
    expect(await siwx.getSessions('eip155:10', address)).toEqual([onOther])
    await siwx.revokeSession(chainId, address)
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    expect(await siwx.getSessions('eip155:10', address)).toEqual([onOther])
    await siwx.setSessions([])
    expect(page.getPlanted()).toEqual([])
  })
})

describe('a storage with a server', () => {
  const stored: SiwxSession = {
    data: createFields(),
    message: '',
    signature: '',
  }
  const createStorage = (sessions: readonly SiwxSession[] = []) => ({
    verifies: true,
    get: vi.fn(async () => sessions),
    add: vi.fn(async () => {}),
    set: vi.fn(async () => {}),
    delete: vi.fn(async () => {}),
    getNonce: vi.fn(async () => 'nonceOfServer'),
  })

  test('gives the nonce and is trusted about its sessions until they expire', async () => {
    const storage = createStorage([stored])
    const siwx = createSiwx({ storage })
    const message = await siwx.createMessage({ accountAddress: address, chainId })
    expect(message.nonce).toBe('nonceOfServer')
    expect(await siwx.getSessions(chainId, address)).toEqual([stored])
    expect(await siwx.getSessions('eip155:10', address)).toEqual([])
    vi.setSystemTime('2026-03-01T12:30:00Z')
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    expect(storage.delete).not.toHaveBeenCalled()
  })

  test('receives only sessions that the page has verified', async () => {
    const storage = createStorage()
    const siwx = createSiwx({ storage })
    const { sign, ...solana } = siwxAccounts[1] as (typeof siwxAccounts)[number]
    const forged = createSession(solana, (text) => sign(`${text} `))
    await expect(siwx.addSession(forged)).rejects.toMatchObject({ reason: 'wrong-signature' })
    expect(storage.add).not.toHaveBeenCalled()
    await siwx.addSession(createSession())
    await siwx.setSessions([createSession(), stored])
    expect(storage.add).toHaveBeenCalledWith(createSession())
    expect(storage.set).toHaveBeenCalledWith([createSession(), stored])
  })

  test('decides about contract accounts that the page has no node for', async () => {
    const storage = createStorage()
    const session = createSession(
      { accountAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      () => `0x${'ab'.repeat(100)}`,
    )
    await createSiwx({ storage }).addSession(session)
    expect(storage.add).toHaveBeenCalledWith(session)
  })
})

test('options have the documented defaults', () => {
  expect(createSiwx()).toMatchObject({ signOutOnDisconnect: true })
  expect(createSiwx().getRequired?.()).toBe(true)
  const optional = createSiwx({ required: false, signOutOnDisconnect: false })
  expect(optional.getRequired?.()).toBe(false)
  expect(optional.signOutOnDisconnect).toBe(false)
})
