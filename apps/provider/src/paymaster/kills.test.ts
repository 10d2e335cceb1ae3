import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import { createWriter } from '@latchkey/dev-stack/Writer'
import { encodeFunctionData, formatEther, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Account } from '../../reliability/smartAccountClient.mjs'
import type { Operation } from '../bundler/operation.js'
import { openPaymasterKey } from '../keys/paymasterKey.js'
import type { Database } from '../store/openDatabase.js'
import { developmentProjectId } from '../store/projects.js'
import type { TestApi } from '../testing/apiFixture.js'
import { type BuiltServer, buildServer, type ServerRun } from '../testing/builtServer.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import {
  chain,
  createSponsorClient,
  paymasterAddress,
  policy,
  startSponsoredChain,
} from './sponsor.fixture.js'
import { createSponsorStore } from './sponsorStore.js'
import { getMaxCost, type SponsoredOperation } from './sponsorship.js'

const budget = '0.3'
let database: Database
let server: BuiltServer
let parts: Awaited<ReturnType<typeof startSponsoredChain>>
let dataDir: string
const running = new Set<ServerRun>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-sponsor-'))
  ;[server, database] = await Promise.all([buildServer(), openTemporaryDatabase()])
  parts = await startSponsoredChain(database)
  const { address } = await openPaymasterKey(dataDir)
  const abi = parseAbi(['function setSigner(address signer)'])
  await createWriter(parts.local, 1, await compileContracts()).send(deployer, {
    to: paymasterAddress,
    data: encodeFunctionData({ abi, args: [address] }),
  })
  const config = {
    chains: [parts.local.settings],
    bundler: { chains: [chain], executorKey: parts.local.executor.privateKey },
    paymaster: {
      contracts: { [chain]: paymasterAddress },
      confirmations: { [chain]: 0 },
      policies: [
        {
          ...policy,
          project: developmentProjectId,
          budget: { perAccountPerDay: budget, perDay: budget, total: budget },
        },
      ],
    },
  }
  await writeFile(join(dataDir, 'provider.json'), JSON.stringify(config))
})

afterAll(async () => {
  await Promise.all([...running].map(kill))
  await Promise.all([parts?.local.stop(), database?.stop(), server?.remove()])
  await rm(dataDir, { recursive: true, force: true })
})

const flags = () => ['--data-dir', dataDir, '--database-url', database.url]

async function start() {
  const run = server.run([...flags(), '--port', '0', '--roles', 'api'])
  running.add(run)
  const url = await run.apiReady
  const api = {
    async post(path: string, body: unknown, { query }: { query: Record<string, string> }) {
      const parameters = new URLSearchParams({ ...query, projectId: developmentProjectId })
      const response = await fetch(`${url}${path}?${parameters}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, json: await response.json() }
    },
  } as unknown as TestApi
  return { run, client: createSponsorClient(parts.local, api) }
}

async function kill(run: ServerRun): Promise<void> {
  running.delete(run)
  run.child.kill('SIGKILL')
  await run.ended
}

type Draft = { readonly account: Account; readonly draft: Operation }
const costOf = (operation: Operation) => getMaxCost(operation as SponsoredOperation)
const sum = (values: readonly bigint[]) => values.reduce((total, one) => total + one, 0n)

async function spending() {
  const [found] = await createSponsorStore(database.sql, { now: Date.now }).readSpending()
  return { spent: found?.spent ?? 0n, reserved: found?.reserved ?? 0n }
}

it('keeps the budget when processes are killed at any moment', async () => {
  const limit = parseEther(budget)
  const [one, two] = await Promise.all([start(), start()])
  const drafts: Draft[] = []
  for (let index = 0; index < 200; index += 1) {
    const account = await one.client.createAccount('0')
    drafts.push({ account, draft: await one.client.draft(account) })
  }
  const signed = new Map<string, Operation>()
  let answers = 0
  /** Asks all at once; the first process is killed after some answers. */
  const requestAll = (clients: readonly (typeof one)[], killAfter?: number) =>
    Promise.all(
      drafts.map(async ({ account, draft }, index) => {
        const to = clients[index % clients.length]
        const answer = await to?.client.sponsor(account, draft).catch(() => undefined)
        answers += 1
        if (answers === killAfter && clients[0]) await kill(clients[0].run)
        if (answer?.operation) signed.set(account.address, answer.operation)
      }),
    )

  // Between reservation and answer.
  await requestAll([one, two], 20)
  expect(signed.size).toBeGreaterThan(0)
  const first = await spending()
  expect(first.reserved).toBeGreaterThanOrEqual(sum([...signed.values()].map(costOf)))
  expect(first.reserved).toBeLessThanOrEqual(limit)
  const three = await start()
  await requestAll([two, three])
  expect((await spending()).reserved).toBeLessThanOrEqual(limit)
  expect(sum([...signed.values()].map(costOf))).toBeLessThanOrEqual(limit)

  // Between answer and settlement.
  await Promise.all([kill(two.run), kill(three.run)])
  const before = await parts.deposit()
  expect(await parts.include([...signed.values()])).toBe(signed.size)
  const cost = before - (await parts.deposit())
  expect(cost).toBeLessThanOrEqual(limit)
  const settled = signed.size
  const four = await start()
  await vi.waitFor(async () => expect((await spending()).spent).toBe(cost))
  await requestAll([four])
  expect(cost + (await spending()).reserved).toBeLessThanOrEqual(limit)

  const shown = await server.run(['project', 'show', developmentProjectId, ...flags()]).ended
  expect(JSON.parse(shown.stdout)).toMatchObject({
    sponsorship: [
      {
        policy: policy.name,
        chain,
        operations: settled,
        spent: formatEther(cost),
        budget: { perDay: budget, total: budget },
      },
    ],
  })
})
