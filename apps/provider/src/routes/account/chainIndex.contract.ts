import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { encodeFunctionData, erc20Abi, getContractAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogLine } from '../../log.js'
import { type ChainFacts, readFacts } from '../../sources/indexes/facts.fixture.js'
import type { KeyedIndex } from '../../sources/indexes/openIndexes.js'
import {
  type StandIn,
  type StandInRequest,
  type StandInResponse,
  startStandIn,
} from '../../sources/onramp/drivers/standIn.fixture.js'
import type { TestApi } from '../../testing/apiFixture.js'
import { accountAt, aliceAccount, createChainApi, type TestChain } from './chainApi.fixture.js'

const key = 'the-secret-key-of-the-operator'
const onMain = { chainId: 'eip155:1' }

export type IndexFixture = {
  readonly name: string
  settings(url: string): KeyedIndex
  answer(facts: ChainFacts, request: StandInRequest): StandInResponse
  /** Published errors and malformed answers. */
  readonly faults: Readonly<Record<string, StandInResponse>>
  mapRows(
    answer: StandInResponse,
    change: (row: Record<string, unknown>) => Record<string, unknown>,
  ): StandInResponse
  /** Names of the fields with a block, an amount and a token id. */
  readonly fields: { readonly block: string; readonly tokenId: string }
  readonly blockOf: (block: number) => string
}

/** Faults of every service over HTTP. */
const httpFaults: Readonly<Record<string, StandInResponse>> = {
  'status 429': { status: 429, headers: { 'retry-after': '30' }, body: { error: key } },
  'status 500 with HTML': {
    status: 500,
    headers: { 'content-type': 'text/html' },
    body: `<html><script>alert("${key}")</script></html>`,
  },
  'status 403 with the key': { status: 403, body: `The key ${key} is not allowed.` },
  'status 200 with HTML': { body: `<html>${key}</html>` },
  'a redirect': { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
  'half an answer': { body: '{"jsonrpc":"2.0","id":1,"status":"1","message":"OK","result":[{"bl' },
  'an empty answer': { body: '' },
  null: { body: 'null' },
  'a huge answer': { body: `"${'x'.repeat(5 * 1_048_576)}"` },
}

/** A local chain, what an index could know about it, and what the API says without one. */
export type IndexedChain = {
  readonly main: TestChain
  readonly facts: ChainFacts
  /** An account with a token of its own and a long history. */
  readonly account: Hex
  /** By account. */
  readonly balances: Readonly<Record<string, Balances>>
  readonly histories: Readonly<Record<string, History>>
  /** Of the first test account. */
  readonly nfts: OwnedNfts
}

type Balances = readonly { readonly symbol: string }[]
type History = readonly { readonly id: string }[]
type OwnedNfts = readonly { readonly tokenId: string; readonly name: string }[]

/** Fills the chain once for all indexes: nothing changes it afterwards. */
export function useIndexedChain(main: TestChain): IndexedChain {
  let indexed: IndexedChain | undefined
  beforeAll(async () => {
    const account = privateKeyToAddress(generatePrivateKey())
    const owner = accountAt(4)
    const contract = main.writer.contract('Token')
    const nonce = BigInt(await main.rpc<string>('eth_getTransactionCount', owner.address, 'latest'))
    await main.writer.deploy(owner, contract, ['Long Held', 'LONG', 6])
    const token = getContractAddress({ from: owner.address, nonce })
    const mint = { from: owner, to: token, abi: contract.abi, name: 'mint' }
    await main.writer.call({ ...mint, args: [account, 1_234_567n] })
    for (let count = 0; count < 60; count += 1) {
      if (count % 2 === 0) await main.writer.send(accountAt(5), { to: account, value: 3n })
      else await main.writer.send(main.faucet, { to: localAddresses.usdc, data: payUsdc(account) })
    }
    const api = createChainApi([main.settings])
    const alice = aliceAccount.address
    indexed = {
      main,
      facts: await readFacts(1, main.rpc),
      account,
      balances: {
        [account]: await readBalances(api, account),
        [alice]: await readBalances(api, alice),
      },
      histories: {
        [account]: await readHistory(api, account),
        [alice]: await readHistory(api, alice),
      },
      nfts: await readNfts(api, alice),
    }
  })
  return new Proxy({} as IndexedChain, {
    get: (_, name) => indexed?.[name as keyof IndexedChain],
  })
}

async function read(api: TestApi, what: string, query: Record<string, string> = {}) {
  const answer = await api.get(what, { query: { ...onMain, ...query } })
  expect(answer.text).not.toContain(key)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

async function readBalances(api: TestApi, of: string): Promise<Balances> {
  return (await read(api, `/v1/account/${of}/balance`)).balances
}

async function readNfts(api: TestApi, of: string): Promise<OwnedNfts> {
  return (await read(api, `/v1/account/${of}/nfts`)).data
}

async function readHistory(api: TestApi, of: string): Promise<History> {
  const data: { readonly id: string }[] = []
  let cursor: string | undefined
  do {
    const page = await read(api, `/v1/account/${of}/history`, {
      ...(cursor !== undefined && { cursor }),
    })
    data.push(...page.data)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return data
}

/** Tests that every index must pass, against a stand-in that answers as published about a local chain. */
export function describeIndex(chain: IndexedChain, fixture: IndexFixture): void {
  let standIn: StandIn
  const log: LogLine[] = []

  beforeAll(async () => {
    standIn = await startStandIn()
  })
  afterAll(() => standIn.stop())

  const settings = () => ({ ...fixture.settings(standIn.url), key, perSecond: 1_000 })
  /** Logs and searches are not available, so that only the index can know anything. */
  const openIndexed = (indexes: readonly KeyedIndex[] = [settings()]) =>
    createChainApi([chain.main.settings], {
      indexes,
      unknown: /^(?:eth_getLogs|ots_)/,
      log: (line) => log.push(line),
    })
  const alice = aliceAccount.address

  function answerTruly(change?: (row: Record<string, unknown>) => Record<string, unknown>) {
    standIn.respond = (request) => {
      const answer = fixture.answer(chain.facts, request)
      return change ? fixture.mapRows(answer, change) : answer
    }
  }

  const sorted = (list: OwnedNfts) =>
    [...list].sort((a, b) => `${a.name}${a.tokenId}`.localeCompare(`${b.name}${b.tokenId}`))

  describe(`the index ${fixture.name}`, () => {
    it('finds balances that are then exact', async () => {
      answerTruly()
      const found = await readBalances(openIndexed(), chain.account)
      expect(found).toEqual(chain.balances[chain.account])
      expect(found.find(({ symbol }) => symbol === 'LONG')).toMatchObject({
        name: 'Long Held',
        quantity: { numeric: '1.234567', decimals: '6' },
      })
    })

    it('finds the NFTs that the account still owns', async () => {
      answerTruly()
      const found = await readNfts(openIndexed(), alice)
      expect(found.length).toBeGreaterThan(5)
      expect(sorted(found)).toEqual(sorted(chain.nfts))
    })

    it('finds the whole history, in pages', async () => {
      answerTruly()
      const found = await readHistory(openIndexed(), chain.account)
      expect(found).toHaveLength(61)
      expect(found).toEqual(chain.histories[chain.account])
      expect(await readHistory(openIndexed(), alice)).toEqual(chain.histories[alice])
    })

    it('answers only for its chains', async () => {
      const elsewhere = { ...settings(), chains: ['eip155:10'] } as KeyedIndex
      standIn.requests.length = 0
      await readBalances(
        createChainApi([chain.main.settings], { indexes: [elsewhere] }),
        chain.account,
      )
      expect(standIn.requests).toHaveLength(0)
    })
  })

  describe(`the index ${fixture.name} when it fails`, () => {
    it.each(Object.entries({ ...httpFaults, ...fixture.faults }))(
      'is replaced by the next one and by the nodes: %s',
      async (_, fault) => {
        const good = await startStandIn()
        good.respond = (request) => fixture.answer(chain.facts, request)
        standIn.respond = () => fault
        const both = openIndexed([settings(), { ...fixture.settings(good.url), perSecond: 1_000 }])
        expect(await readBalances(both, chain.account)).toEqual(chain.balances[chain.account])
        standIn.requests.length = 0
        expect(await readBalances(both, alice)).toEqual(chain.balances[alice])
        // It is left alone for a while.
        expect(standIn.requests).toHaveLength(0)
        const alone = createChainApi([chain.main.settings], {
          indexes: [settings()],
          log: (line) => log.push(line),
        })
        expect(await readBalances(alone, chain.account)).toEqual(chain.balances[chain.account])
        expect(await readHistory(alone, chain.account)).toEqual(chain.histories[chain.account])
        await good.stop()
      },
    )

    it('never writes its key or its texts to the log', () => {
      const failures = log.filter(({ event }) => event === 'index-failed')
      expect(failures.length).toBeGreaterThan(0)
      for (const line of failures) {
        expect(Object.keys(line).sort()).toEqual(['event', 'level', 'reason'])
        expect(line.reason).toMatch(/^IndexError [a-z-]+$/)
      }
      expect(JSON.stringify(log)).not.toContain(key)
    })
  })

  describe(`the index ${fixture.name} when it lies`, () => {
    /** Only what is true may be shown, however little. */
    async function expectTruth(api: TestApi) {
      const { account } = chain
      for (const one of await readBalances(api, account))
        expect(chain.balances[account]).toContainEqual(one)
      for (const one of await readNfts(api, alice)) expect(chain.nfts).toContainEqual(one)
      for (const one of await readHistory(api, account))
        expect(chain.histories[account]).toContainEqual(one)
    }

    const stranger = `0x${'5'.repeat(40)}`
    const nowhere = `0x${'7'.repeat(64)}`
    const lies: Readonly<
      Record<string, (row: Record<string, unknown>) => Record<string, unknown>>
    > = {
      'other accounts': (row) => ({ ...row, from: stranger, to: stranger }),
      'transactions that do not exist': (row) => ({ ...row, hash: nowhere }),
      'other blocks': (row) => ({ ...row, [fixture.fields.block]: fixture.blockOf(1) }),
      'blocks of the future': (row) => ({
        ...row,
        [fixture.fields.block]: fixture.blockOf(999_999),
      }),
      'blocks beyond numbers': (row) => ({ ...row, [fixture.fields.block]: '9'.repeat(90) }),
      'tokens that are no tokens': (row) => ({
        ...row,
        contractAddress: stranger,
        rawContract: { address: stranger, value: '0x1', decimal: '0x0' },
      }),
      'token ids beyond numbers': (row) => ({ ...row, [fixture.fields.tokenId]: '9'.repeat(100) }),
      'negative token ids': (row) => ({ ...row, [fixture.fields.tokenId]: '-1' }),
      'NFTs of others': (row) => ({
        ...row,
        [fixture.fields.tokenId]: fixture.blockOf(3),
      }),
    }

    it.each(Object.entries(lies))('shows nothing wrong: %s', async (_, lie) => {
      answerTruly(lie)
      await expectTruth(createChainApi([chain.main.settings], { indexes: [settings()] }))
    })

    it('shows nothing twice that it repeats', async () => {
      standIn.respond = (request) => {
        const answer = fixture.answer(chain.facts, request)
        const text = JSON.stringify(answer.body)
        const body = JSON.parse(text, (_, value) =>
          Array.isArray(value) && value.length < 300 ? value.flatMap((one) => [one, one]) : value,
        )
        return { ...answer, body }
      }
      const api = createChainApi([chain.main.settings], { indexes: [settings()] })
      expect(await readBalances(api, chain.account)).toEqual(chain.balances[chain.account])
      expect(await readHistory(api, chain.account)).toEqual(chain.histories[chain.account])
    })

    it('shows nothing of another chain', async () => {
      const foreign = {
        ...chain.facts,
        chain: 10,
        transactions: chain.facts.transactions.map((tx) => ({ ...tx, hash: swapEnds(tx.hash) })),
      }
      standIn.respond = (request) => fixture.answer(foreign, request)
      await expectTruth(createChainApi([chain.main.settings], { indexes: [settings()] }))
      standIn.respond = (request) => fixture.answer({ ...foreign, chain: 1 }, request)
      await expectTruth(createChainApi([chain.main.settings], { indexes: [settings()] }))
    })
  })
}

function payUsdc(to: Hex): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 5n] })
}

function swapEnds(hash: Hex): Hex {
  return `0x${hash.slice(34)}${hash.slice(2, 34)}`
}
