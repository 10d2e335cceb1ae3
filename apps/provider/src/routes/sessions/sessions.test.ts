import { randomUUID } from 'node:crypto'
import type { AccountId } from '@latchkey/wire/caip'
import { type Hex, hashMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import {
  createSessions,
  revocationMessage,
  type Sessions,
} from '../../sources/sessions/createSessions.js'
import { createContractAccount } from '../../sources/signatures/contractAccount.fixture.js'
import { createSignatures } from '../../sources/signatures/createSignatures.js'
import type { Database } from '../../store/openDatabase.js'
import { createTestApi, type TestApi, testProject } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { sessionRoutes } from './index.js'

const otherProject = { ...testProject, id: 'other-project', name: 'Other' }
const daySeconds = 86_400
const clock = createManualClock()

let local: Awaited<ReturnType<typeof startLocalChain>>
let database: Database
let sessions: Sessions
let api: TestApi
let dead: TestApi

beforeAll(async () => {
  ;[local, database] = await Promise.all([startLocalChain(), openTemporaryDatabase()])
  const over = (nodes: typeof local.nodes) =>
    createSessions({ sql: database.sql, clock, signatures: createSignatures(nodes) })
  sessions = over(local.nodes)
  const others = [otherProject]
  api = createTestApi({ routes: sessionRoutes({ sessions }), others })
  dead = createTestApi({ routes: sessionRoutes({ sessions: over(local.deadNodes) }) })
})

afterAll(() => Promise.all([local?.stop(), database?.stop()]))

const now = () => Math.floor(clock.now() / 1_000)
const idOf = (address: string): AccountId => `eip155:1:${address}`
const pathOf = (account: string) => `/v1/sessions/${encodeURIComponent(account)}`

async function grant(account: AccountId, project = testProject, expiry = now() + daySeconds) {
  const pci = randomUUID()
  await sessions.add(project, account, {
    pci,
    expiry,
    permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1' } }],
    policies: [],
    context: '0xabcd',
  })
  return pci
}

async function signed(index: number, pci: string, projectId = testProject.id): Promise<Hex> {
  const signer = local.account(index)
  const account = idOf(signer.address)
  return signer.signMessage({ message: revocationMessage({ pci, account, projectId }) })
}

function revoke(account: string, pci: string, signature: string, projectId = testProject.id) {
  return api.post(`${pathOf(account)}/revoke`, { pci, signature }, { projectId })
}

describe('permissions', () => {
  it('are listed only for their account and project', async () => {
    const account = idOf(local.account(0).address)
    const pci = await grant(account)
    await grant(account, otherProject)
    await grant(idOf(local.account(1).address))
    const { json } = await api.get(pathOf(account.toLowerCase()))
    expect(json.pcis).toEqual([
      {
        project: { id: testProject.id, name: testProject.name },
        pci,
        expiry: now() + daySeconds,
        createdAt: now(),
        permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1' } }],
        policies: [],
        context: '0xabcd',
        revokedAt: null,
      },
    ])
  })

  it('last at most thirty days and must allow something', async () => {
    const account = idOf(local.account(0).address)
    await expect(grant(account, testProject, now() + 31 * daySeconds)).rejects.toThrow('30 days')
    await expect(grant(account, testProject, now())).rejects.toThrow('30 days')
    const empty = {
      pci: randomUUID(),
      expiry: now() + 1,
      permissions: [],
      policies: [],
      context: null,
    }
    await expect(sessions.add(testProject, account, empty)).rejects.toThrow('must allow something')
  })

  it('are revoked once by their account', async () => {
    const account = idOf(local.account(2).address)
    const pci = await grant(account)
    const signature = await signed(2, pci)
    const answer = await revoke(account.toLowerCase(), pci, signature)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await api.get(pathOf(account))).json.pcis[0].revokedAt).toBe(now())
    const again = await revoke(account, pci, signature)
    expect([again.status, again.reasons[0]?.field]).toEqual([400, 'pci'])
  })

  it('of a contract account are revoked by its signature', async () => {
    const contract = createContractAccount(local.account(3))
    const account = idOf(contract.address)
    const pci = await grant(account)
    const message = revocationMessage({ pci, account, projectId: testProject.id })
    const signature = contract.wrap(await contract.sign(hashMessage(message)))
    expect((await revoke(account, pci, signature)).status).toBe(200)
  })

  it('are not revoked by other signatures', async () => {
    const account = idOf(local.account(4).address)
    const [pci, sibling] = [await grant(account), await grant(account)]
    for (const signature of [
      await signed(5, pci),
      await signed(4, sibling),
      await signed(4, pci, otherProject.id),
      `0x${'22'.repeat(65)}`,
    ]) {
      const answer = await revoke(account, pci, signature)
      expect([answer.status, answer.reasons[0]?.field]).toEqual([401, 'signature'])
    }
    const good = await signed(4, pci)
    expect((await revoke(account, pci, good, otherProject.id)).status).toBe(400)
    expect((await revoke(idOf(local.account(5).address), pci, good)).status).toBe(400)
    expect(
      (await api.get(pathOf(account))).json.pcis.every(
        (one: { revokedAt: unknown }) => one.revokedAt === null,
      ),
    ).toBe(true)
  })

  it('are rejected when unknown, expired or malformed', async () => {
    const account = idOf(local.account(6).address)
    const unknown = randomUUID()
    expect((await revoke(account, unknown, await signed(6, unknown))).status).toBe(400)
    const brief = await grant(account, testProject, now() + 10)
    const signature = await signed(6, brief)
    clock.advance(10_000)
    expect((await revoke(account, brief, signature)).status).toBe(400)
    expect((await revoke(account, 'not-an-id', signature)).status).toBe(400)
    expect((await revoke('eip155:1', brief, signature)).status).toBe(400)
    expect(
      (
        await api.get(
          pathOf(
            'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
          ),
        )
      ).status,
    ).toBe(400)
  })

  it('are not revoked while the chain does not respond', async () => {
    const contract = createContractAccount(local.account(7))
    const account = idOf(contract.address)
    const pci = await grant(account)
    const message = revocationMessage({ pci, account, projectId: testProject.id })
    const signature = contract.wrap(await contract.sign(hashMessage(message)))
    const answer = await dead.post(`${pathOf(account)}/revoke`, { pci, signature })
    expect(answer.status).toBe(503)
    expect((await revoke(account, pci, signature)).status).toBe(200)
  })
})
